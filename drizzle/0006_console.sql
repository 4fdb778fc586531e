-- For what organizers list: indexes in the order of the lists, and in each record of a change what was there before.
DROP INDEX `sessions_series_start`;--> statement-breakpoint
CREATE INDEX `sessions_by_series` ON `sessions` (`series_id`,`starts_at`,`id`);--> statement-breakpoint
ALTER TABLE `audit_log` ADD `before` text;--> statement-breakpoint
CREATE INDEX `audit_log_by_series` ON `audit_log` (`series_id`);--> statement-breakpoint
CREATE INDEX `events_by_name` ON `events` (`organizer_id`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `series_by_event` ON `series` (`event_id`);--> statement-breakpoint
CREATE INDEX `listings_by_update` ON `listings` (`organizer_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `listings_by_status` ON `listings` (`organizer_id`,`status`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `venues_by_name` ON `venues` (`organizer_id`,`name`,`id`);--> statement-breakpoint
-- Clients know a record by the id of its call, so every record needs one.
UPDATE audit_log SET call_id = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
  || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))) WHERE call_id IS NULL;
