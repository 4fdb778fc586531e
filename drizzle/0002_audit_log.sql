CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`subject` text NOT NULL,
	`request_id` text NOT NULL,
	`action` text NOT NULL,
	`series_id` text NOT NULL,
	`sessions` integer NOT NULL,
	`change` text NOT NULL,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE no action
);
