ALTER TABLE `ticket_types` ADD `renaming` text;--> statement-breakpoint
CREATE INDEX `ticket_types_renaming` ON `ticket_types` (`renaming`) WHERE "ticket_types"."renaming" IS NOT NULL;