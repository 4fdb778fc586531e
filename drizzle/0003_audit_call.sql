ALTER TABLE `audit_log` ADD `call_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `audit_log_call_id_unique` ON `audit_log` (`call_id`);