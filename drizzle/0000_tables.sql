-- All tables, from src/db/schema by drizzle-kit, which cannot express that ticket_changes is WITHOUT ROWID: an entry is then
-- one row in the table and one in the index.
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`subject` text NOT NULL,
	`request_id` text NOT NULL,
	`organizer_id` text NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` text NOT NULL,
	`action` text NOT NULL,
	`sessions` integer,
	`change` text NOT NULL,
	`call_id` text NOT NULL,
	`before` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_log_call_id_unique` ON `audit_log` (`call_id`);--> statement-breakpoint
CREATE INDEX `audit_log_by_organizer` ON `audit_log` (`organizer_id`);--> statement-breakpoint
CREATE INDEX `audit_log_by_entity` ON `audit_log` (`entity_id`,`organizer_id`);--> statement-breakpoint
CREATE INDEX `audit_log_creations` ON `audit_log` (`entity_id`) WHERE substr(action, -7) = '.create';--> statement-breakpoint
CREATE INDEX `audit_log_moves` ON `audit_log` (`entity_id`) WHERE action = 'tickets.bulk-update' AND coalesce(change ->> 'sessionId', change ->> 'fromSessionId') IS NOT NULL;--> statement-breakpoint
CREATE TABLE `area_counts` (
	`session_number` integer PRIMARY KEY NOT NULL,
	`tickets` text DEFAULT '{}' NOT NULL,
	`others` text DEFAULT '{}' NOT NULL,
	`tallies` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `check_ins` (
	`number` integer PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`ticket_id` text,
	`check_in_id` text,
	`of_subject` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`device` text,
	`subject` text NOT NULL,
	`admitted` integer NOT NULL,
	`walk_in` integer DEFAULT 0 NOT NULL,
	`outcome` text,
	`base_version` text,
	`earlier_at` integer,
	`earlier_device` text,
	`undone_at` integer,
	`undone_by` text,
	`area_id` text DEFAULT '' NOT NULL,
	`assumed` integer DEFAULT 0 NOT NULL,
	`people` integer,
	`was_inside` integer DEFAULT 0 NOT NULL,
	`passback` integer DEFAULT 0 NOT NULL,
	`resolved_at` integer,
	CONSTRAINT "check_ins_type" CHECK("check_ins"."type" IN ('CheckIn', 'Exit', 'Tally', 'Undo')),
	CONSTRAINT "check_ins_outcome" CHECK("check_ins"."outcome" IN ('CheckedIn', 'Entered', 'ReEntered', 'AlreadyCheckedIn', 'WrongArea', 'NotNow', 'NotValid', 'NotAllowed', 'UnknownTicket', 'Left', 'NotInside', 'Counted', 'Undone'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `check_ins_pk` ON `check_ins` (`session_id`,`id`);--> statement-breakpoint
CREATE INDEX `check_ins_received` ON `check_ins` (`session_id`) WHERE type IN ('CheckIn', 'Exit');--> statement-breakpoint
CREATE INDEX `check_ins_by_ticket` ON `check_ins` (`session_id`,`ticket_id`) WHERE type IN ('CheckIn', 'Exit');--> statement-breakpoint
CREATE INDEX `check_ins_tallies` ON `check_ins` (`session_id`) WHERE type = 'Tally';--> statement-breakpoint
CREATE INDEX `check_ins_suspect` ON `check_ins` (`session_id`) WHERE undone_at IS NULL AND (passback = 1 OR admitted = 1 AND outcome IN ('WrongArea', 'NotNow', 'NotValid', 'NotAllowed', 'UnknownTicket') OR outcome = 'UnknownTicket' AND base_version IS NOT NULL);--> statement-breakpoint
CREATE INDEX `check_ins_live` ON `check_ins` (`session_id`,`ticket_id`,`base_version`,`at`,`id`,`was_inside`) WHERE undone_at IS NULL AND (outcome IN ('CheckedIn', 'Entered', 'ReEntered') OR outcome IN ('AlreadyCheckedIn', 'WrongArea', 'NotNow', 'NotValid') AND admitted = 1 OR outcome = 'UnknownTicket' AND admitted = 1 AND base_version IS NOT NULL);--> statement-breakpoint
CREATE INDEX `check_ins_live_in_areas` ON `check_ins` (`session_id`,`ticket_id`,`base_version`,`area_id`,`at`,`id`) WHERE undone_at IS NULL AND (outcome IN ('CheckedIn', 'Entered', 'ReEntered') OR outcome IN ('AlreadyCheckedIn', 'WrongArea', 'NotNow', 'NotValid') AND admitted = 1 OR outcome = 'UnknownTicket' AND admitted = 1 AND base_version IS NOT NULL) AND area_id <> '';--> statement-breakpoint
CREATE INDEX `check_ins_exits` ON `check_ins` (`session_id`,`ticket_id`,`base_version`,`area_id`,`at`) WHERE undone_at IS NULL AND (outcome IN ('Left', 'NotInside') OR outcome = 'UnknownTicket' AND type = 'Exit' AND base_version IS NOT NULL);--> statement-breakpoint
CREATE INDEX `check_ins_by_area` ON `check_ins` (`area_id`) WHERE area_id <> '';--> statement-breakpoint
CREATE INDEX `check_ins_undos` ON `check_ins` (`session_id`,`check_in_id`,`of_subject`) WHERE type = 'Undo';--> statement-breakpoint
CREATE TABLE `ticket_bases` (
	`ticket_id` text NOT NULL,
	`session_id` text NOT NULL,
	`version` text DEFAULT (lower(hex(randomblob(8)))) NOT NULL,
	`base_status` text NOT NULL,
	`base_checked_in_at` integer,
	`base_device` text,
	`walk_in_id` text,
	`status` text NOT NULL,
	`checked_in_at` integer,
	`device` text,
	`presence` text,
	`covered` integer DEFAULT 0 NOT NULL,
	`repeats` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_bases_pk` ON `ticket_bases` (`ticket_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `ticket_bases_checked_in_again` ON `ticket_bases` (`session_id`) WHERE base_status = 'CheckedIn' AND device IS NOT NULL;--> statement-breakpoint
CREATE TABLE `unmatched_items` (
	`session_id` text NOT NULL,
	`subject` text NOT NULL,
	`items` integer NOT NULL,
	PRIMARY KEY(`session_id`, `subject`)
);
--> statement-breakpoint
CREATE TABLE `areas` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`name` text NOT NULL,
	`capacity` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "areas_id_is_uuid" CHECK("areas"."id" GLOB '????????-????-????-????-????????????' AND "areas"."id" = lower("areas"."id") AND ("areas"."id" IS NULL OR length(unhex("areas"."id", '-')) IS 16)),
	CONSTRAINT "areas_texts" CHECK(typeof("areas"."name") IN ('text', 'null')),
	CONSTRAINT "areas_capacity" CHECK(typeof("areas"."capacity") IN ('integer', 'null') AND "areas"."capacity" BETWEEN 0 AND 1000000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `areas_by_event` ON `areas` (`event_id`,trim("name") COLLATE NOCASE);--> statement-breakpoint
CREATE TABLE `events` (
	`id` text NOT NULL,
	`organizer_id` text NOT NULL,
	`name` text NOT NULL,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
	`walk_ins` integer DEFAULT false NOT NULL,
	`types_version` text DEFAULT (lower(hex(randomblob(8)))) NOT NULL,
	`areas` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "events_id_is_uuid" CHECK("events"."id" GLOB '????????-????-????-????-????????????' AND "events"."id" = lower("events"."id") AND ("events"."id" IS NULL OR length(unhex("events"."id", '-')) IS 16)),
	CONSTRAINT "events_texts" CHECK(typeof("events"."name") IN ('text', 'null') AND typeof("events"."time_zone") IN ('text', 'null')),
	CONSTRAINT "events_walk_ins" CHECK(typeof("events"."walk_ins") IN ('integer', 'null') AND "events"."walk_ins" BETWEEN 0 AND 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_pk` ON `events` (`id`);--> statement-breakpoint
CREATE INDEX `events_by_name` ON `events` (`organizer_id`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `events_by_organizer` ON `events` (`organizer_id`);--> statement-breakpoint
CREATE TABLE `series` (
	`id` text NOT NULL,
	`event_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`updated_at` integer,
	`updated_by` text,
	`session_count` integer DEFAULT 0,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "series_id_is_uuid" CHECK("series"."id" GLOB '????????-????-????-????-????????????' AND "series"."id" = lower("series"."id") AND ("series"."id" IS NULL OR length(unhex("series"."id", '-')) IS 16)),
	CONSTRAINT "series_texts" CHECK(typeof("series"."name") IN ('text', 'null') AND typeof("series"."description") IN ('text', 'null') AND typeof("series"."updated_by") IN ('text', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `series_pk` ON `series` (`id`);--> statement-breakpoint
CREATE INDEX `series_by_event` ON `series` (`event_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `series_event` ON `series` (`id`,`event_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`event_id` text NOT NULL,
	`organizer_id` text,
	`series_id` text,
	`venue_id` text,
	`starts_at` integer NOT NULL,
	`capacity` integer NOT NULL,
	`doors_open_offset_minutes` integer,
	`cancelled_at` integer,
	`cancel_notice` text,
	`erased_at` integer,
	`updated_at` integer,
	`updated_by` text,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`series_id`,`event_id`) REFERENCES `series`(`id`,`event_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sessions_id_is_uuid" CHECK("sessions"."id" GLOB '????????-????-????-????-????????????' AND "sessions"."id" = lower("sessions"."id") AND ("sessions"."id" IS NULL OR length(unhex("sessions"."id", '-')) IS 16)),
	CONSTRAINT "sessions_texts" CHECK(typeof("sessions"."updated_by") IN ('text', 'null') AND typeof("sessions"."cancel_notice") IN ('text', 'null')),
	CONSTRAINT "sessions_capacity" CHECK(typeof("sessions"."capacity") IN ('integer', 'null') AND "sessions"."capacity" BETWEEN 0 AND 1000000),
	CONSTRAINT "sessions_doors" CHECK(typeof("sessions"."doors_open_offset_minutes") IN ('integer', 'null') AND "sessions"."doors_open_offset_minutes" BETWEEN 0 AND 1440),
	CONSTRAINT "sessions_instants" CHECK(typeof("sessions"."starts_at") IN ('integer', 'null') AND "sessions"."starts_at" BETWEEN -62135596800000 AND 253402300799999 AND typeof("sessions"."cancelled_at") IN ('integer', 'null') AND "sessions"."cancelled_at" BETWEEN -62135596800000 AND 253402300799999 AND typeof("sessions"."erased_at") IN ('integer', 'null') AND "sessions"."erased_at" BETWEEN -62135596800000 AND 253402300799999),
	CONSTRAINT "sessions_notice" CHECK("sessions"."cancel_notice" IS NULL OR "sessions"."cancelled_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_id_unique` ON `sessions` (`id`);--> statement-breakpoint
CREATE INDEX `sessions_by_organizer` ON `sessions` (`organizer_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_by_event` ON `sessions` (`event_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_by_venue` ON `sessions` (`venue_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_series` ON `sessions` (`series_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_not_erased` ON `sessions` (`organizer_id`,`starts_at`) WHERE "sessions"."erased_at" IS NULL;--> statement-breakpoint
CREATE TABLE `feed_events` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organizer_id` text NOT NULL,
	`session_id` text,
	`id` text DEFAULT (lower(hex(randomblob(8)))) NOT NULL,
	`type` text NOT NULL,
	`at` integer DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER)) NOT NULL,
	`data` text NOT NULL,
	CONSTRAINT "feed_events_type" CHECK("feed_events"."type" IN ('ticket.created', 'ticket.changed', 'ticket.voided', 'ticket.refunded', 'ticket.checked_in', 'ticket.re_entered', 'ticket.left', 'ticket.admitted_twice', 'check_in.undone', 'session.changed', 'area.full', 'import.applied', 'import.reverted'))
);
--> statement-breakpoint
CREATE INDEX `feed_events_by_organizer` ON `feed_events` (`organizer_id`);--> statement-breakpoint
CREATE TABLE `feeds` (
	`organizer_id` text PRIMARY KEY NOT NULL,
	`epoch` text DEFAULT (lower(hex(randomblob(8)))) NOT NULL,
	`gone` integer DEFAULT 0 NOT NULL,
	`muted` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "feeds_muted" CHECK(typeof("feeds"."muted") IN ('integer', 'null') AND "feeds"."muted" BETWEEN 0 AND 1)
);
--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`organizer_id` text NOT NULL,
	`url` text NOT NULL,
	`description` text,
	`types` text,
	`session_id` text,
	`secret` text,
	`previous_secret` text,
	`previous_until` integer,
	`sent` integer DEFAULT 0 NOT NULL,
	`batch_end` integer,
	`lease` text DEFAULT '' NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`attempted_at` integer,
	`status` integer,
	`next_at` integer DEFAULT 0 NOT NULL,
	`paused_at` integer,
	`pause_reason` text,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "webhooks_id_is_uuid" CHECK("webhooks"."id" GLOB '????????-????-????-????-????????????' AND "webhooks"."id" = lower("webhooks"."id") AND ("webhooks"."id" IS NULL OR length(unhex("webhooks"."id", '-')) IS 16)),
	CONSTRAINT "webhooks_texts" CHECK(typeof("webhooks"."url") IN ('text', 'null') AND typeof("webhooks"."description") IN ('text', 'null') AND typeof("webhooks"."types") IN ('text', 'null') AND typeof("webhooks"."secret") IN ('text', 'null') AND typeof("webhooks"."previous_secret") IN ('text', 'null')),
	CONSTRAINT "webhooks_instants" CHECK(typeof("webhooks"."previous_until") IN ('integer', 'null') AND "webhooks"."previous_until" BETWEEN -62135596800000 AND 253402300799999 AND typeof("webhooks"."attempted_at") IN ('integer', 'null') AND "webhooks"."attempted_at" BETWEEN -62135596800000 AND 253402300799999 AND typeof("webhooks"."paused_at") IN ('integer', 'null') AND "webhooks"."paused_at" BETWEEN -62135596800000 AND 253402300799999),
	CONSTRAINT "webhooks_pause_reason" CHECK("webhooks"."pause_reason" IN ('Owner', 'Failing', 'Gone', 'Secret', 'Behind'))
);
--> statement-breakpoint
CREATE INDEX `webhooks_by_organizer` ON `webhooks` (`organizer_id`);--> statement-breakpoint
CREATE TABLE `kept_values` (
	`key` integer PRIMARY KEY NOT NULL,
	`ticket_id` text NOT NULL,
	`session_number` integer NOT NULL,
	`ticket_number` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`guest` text,
	CONSTRAINT "kept_values_ticket_is_uuid" CHECK("kept_values"."ticket_id" GLOB '????????-????-????-????-????????????' AND "kept_values"."ticket_id" = lower("kept_values"."ticket_id") AND ("kept_values"."ticket_id" IS NULL OR length(unhex("kept_values"."ticket_id", '-')) IS 16)),
	CONSTRAINT "kept_values_texts" CHECK(typeof("kept_values"."ticket_number") IN ('text', 'null') AND typeof("kept_values"."before") IN ('text', 'null') AND typeof("kept_values"."after") IN ('text', 'null')),
	CONSTRAINT "kept_values_json" CHECK(json_valid("kept_values"."before") AND json_valid("kept_values"."after")),
	CONSTRAINT "kept_values_guest" CHECK("kept_values"."guest" IN ('Kept', 'Erased'))
);
--> statement-breakpoint
CREATE INDEX `kept_values_by_ticket` ON `kept_values` (`ticket_id`) WHERE "kept_values"."guest" = 'Kept';--> statement-breakpoint
CREATE INDEX `kept_values_by_holder` ON `kept_values` ("before" ->> 'holder_email' COLLATE NOCASE,`session_number`) WHERE "kept_values"."before" ->> 'holder_email' IS NOT NULL;--> statement-breakpoint
CREATE INDEX `kept_values_by_attendee` ON `kept_values` ("before" ->> 'attendee_email' COLLATE NOCASE,`session_number`) WHERE "kept_values"."before" ->> 'attendee_email' IS NOT NULL;--> statement-breakpoint
CREATE TABLE `listings` (
	`id` text PRIMARY KEY NOT NULL,
	`organizer_id` text NOT NULL,
	`title` text NOT NULL,
	`slug` text NOT NULL,
	`description` text,
	`short_description` text,
	`image_url` text,
	`images` text DEFAULT '[]' NOT NULL,
	`venue_name` text,
	`venue_address` text,
	`venue_city` text,
	`venue_latitude` real,
	`venue_longitude` real,
	`category` text,
	`tags` text DEFAULT '[]' NOT NULL,
	`starts_at` integer,
	`ends_at` integer,
	`is_recurring` integer DEFAULT false NOT NULL,
	`recurrence_description` text,
	`price_from` real,
	`price_currency` text,
	`price_description` text,
	`external_url` text,
	`external_source` text,
	`external_source_id` text,
	`platform_event_id` text,
	`status` text DEFAULT 'Draft' NOT NULL,
	`is_featured` integer DEFAULT false NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`source_imported_at` integer,
	`published_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`start_order` integer GENERATED ALWAYS AS (coalesce(starts_at, 253402300799999)) VIRTUAL,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "listings_id_is_uuid" CHECK("listings"."id" GLOB '????????-????-????-????-????????????' AND "listings"."id" = lower("listings"."id") AND ("listings"."id" IS NULL OR length(unhex("listings"."id", '-')) IS 16)),
	CONSTRAINT "listings_status" CHECK("listings"."status" IN ('Draft', 'Published', 'Unpublished', 'Cancelled', 'Archived')),
	CONSTRAINT "listings_images" CHECK(json_type("listings"."images") = 'array'),
	CONSTRAINT "listings_tags" CHECK(json_type("listings"."tags") = 'array'),
	CONSTRAINT "listings_texts" CHECK(typeof("listings"."title") IN ('text', 'null') AND typeof("listings"."slug") IN ('text', 'null') AND typeof("listings"."description") IN ('text', 'null') AND typeof("listings"."short_description") IN ('text', 'null') AND typeof("listings"."image_url") IN ('text', 'null') AND typeof("listings"."images") IN ('text', 'null') AND typeof("listings"."venue_name") IN ('text', 'null') AND typeof("listings"."venue_address") IN ('text', 'null') AND typeof("listings"."venue_city") IN ('text', 'null') AND typeof("listings"."category") IN ('text', 'null') AND typeof("listings"."tags") IN ('text', 'null') AND typeof("listings"."recurrence_description") IN ('text', 'null') AND typeof("listings"."price_currency") IN ('text', 'null') AND typeof("listings"."price_description") IN ('text', 'null') AND typeof("listings"."external_url") IN ('text', 'null') AND typeof("listings"."external_source") IN ('text', 'null') AND typeof("listings"."external_source_id") IN ('text', 'null') AND typeof("listings"."platform_event_id") IN ('text', 'null')),
	CONSTRAINT "listings_instants" CHECK(typeof("listings"."starts_at") IN ('integer', 'null') AND "listings"."starts_at" BETWEEN -62135596800000 AND 253402300799999 AND typeof("listings"."ends_at") IN ('integer', 'null') AND "listings"."ends_at" BETWEEN -62135596800000 AND 253402300799999 AND typeof("listings"."source_imported_at") IN ('integer', 'null') AND "listings"."source_imported_at" BETWEEN -62135596800000 AND 253402300799999 AND typeof("listings"."published_at") IN ('integer', 'null') AND "listings"."published_at" BETWEEN -62135596800000 AND 253402300799999 AND typeof("listings"."created_at") IN ('integer', 'null') AND "listings"."created_at" BETWEEN -62135596800000 AND 253402300799999 AND typeof("listings"."updated_at") IN ('integer', 'null') AND "listings"."updated_at" BETWEEN -62135596800000 AND 253402300799999),
	CONSTRAINT "listings_integers" CHECK(typeof("listings"."is_recurring") IN ('integer', 'null') AND typeof("listings"."is_featured") IN ('integer', 'null') AND typeof("listings"."sort_order") IN ('integer', 'null')),
	CONSTRAINT "listings_numbers" CHECK(typeof("listings"."venue_latitude") IN ('real', 'integer', 'null') AND typeof("listings"."venue_longitude") IN ('real', 'integer', 'null') AND typeof("listings"."price_from") IN ('real', 'integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `listings_by_update` ON `listings` (`organizer_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `listings_by_status` ON `listings` (`organizer_id`,`status`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `listings_by_event` ON `listings` (`organizer_id`,lower("platform_event_id"),`updated_at`,`id`) WHERE "listings"."platform_event_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `listings_by_slug` ON `listings` (`slug`);--> statement-breakpoint
CREATE INDEX `listings_by_start` ON `listings` (`organizer_id`,`start_order`,`id`,`published_at`) WHERE status IN ('Published', 'Cancelled');--> statement-breakpoint
CREATE INDEX `listings_by_publication` ON `listings` (`organizer_id`,`published_at`) WHERE status IN ('Published', 'Cancelled');--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`organizer_id` text NOT NULL,
	`role` text NOT NULL,
	`event_id` text,
	`name` text,
	`code_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`invited_by` text NOT NULL,
	`accepted_by` text,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invitations_id_is_uuid" CHECK("invitations"."id" GLOB '????????-????-????-????-????????????' AND "invitations"."id" = lower("invitations"."id") AND ("invitations"."id" IS NULL OR length(unhex("invitations"."id", '-')) IS 16)),
	CONSTRAINT "invitations_texts" CHECK(typeof("invitations"."name") IN ('text', 'null') AND typeof("invitations"."code_hash") IN ('text', 'null') AND typeof("invitations"."invited_by") IN ('text', 'null') AND typeof("invitations"."accepted_by") IN ('text', 'null')),
	CONSTRAINT "invitations_instants" CHECK(typeof("invitations"."expires_at") IN ('integer', 'null') AND "invitations"."expires_at" BETWEEN -62135596800000 AND 253402300799999),
	CONSTRAINT "invitations_role" CHECK("invitations"."role" IN ('owner', 'manager', 'staff')),
	CONSTRAINT "invitations_event_limits_staff" CHECK("invitations"."event_id" IS NULL OR "invitations"."role" = 'staff')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_code_hash_unique` ON `invitations` (`code_hash`);--> statement-breakpoint
CREATE INDEX `invitations_by_organizer` ON `invitations` (`organizer_id`,`expires_at`,`id`) WHERE accepted_by IS NULL;--> statement-breakpoint
CREATE INDEX `invitations_by_event` ON `invitations` (`event_id`,`expires_at`) WHERE accepted_by IS NULL;--> statement-breakpoint
CREATE TABLE `members` (
	`organizer_id` text NOT NULL,
	`subject` text NOT NULL,
	`role` text NOT NULL,
	`event_id` text,
	`name` text,
	`added_at` integer,
	`added_by` text,
	`phone_role` text,
	`phone_role_since` integer,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "members_texts" CHECK(typeof("members"."subject") IN ('text', 'null') AND typeof("members"."name") IN ('text', 'null') AND typeof("members"."added_by") IN ('text', 'null')),
	CONSTRAINT "members_instants" CHECK(typeof("members"."added_at") IN ('integer', 'null') AND "members"."added_at" BETWEEN -62135596800000 AND 253402300799999),
	CONSTRAINT "members_phone_role_since" CHECK(typeof("members"."phone_role_since") IN ('integer', 'null') AND "members"."phone_role_since" BETWEEN -62135596800000 AND 253402300799999),
	CONSTRAINT "members_role" CHECK("members"."role" IN ('owner', 'manager', 'staff')),
	CONSTRAINT "members_phone_role" CHECK("members"."phone_role" IN ('Staff', 'Steward', 'Kiosk')),
	CONSTRAINT "members_event_limits_staff" CHECK("members"."event_id" IS NULL OR "members"."role" = 'staff')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `members_pk` ON `members` (`organizer_id`,`subject`);--> statement-breakpoint
CREATE INDEX `members_by_subject` ON `members` (`subject`,`organizer_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `members_by_event` ON `members` (`event_id`);--> statement-breakpoint
CREATE INDEX `members_people` ON `members` (`organizer_id`,`subject`) WHERE subject NOT GLOB 'device:*' AND subject NOT GLOB 'program:*';--> statement-breakpoint
CREATE INDEX `members_owners` ON `members` (`organizer_id`,`subject`) WHERE role = 'owner';--> statement-breakpoint
CREATE TABLE `moved_rows` (
	`table_name` text NOT NULL,
	`key` text NOT NULL,
	`organizer_id` text NOT NULL,
	`row` text NOT NULL,
	PRIMARY KEY(`table_name`, `key`),
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "moved_rows_texts" CHECK(typeof("moved_rows"."table_name") IN ('text', 'null') AND typeof("moved_rows"."key") IN ('text', 'null') AND typeof("moved_rows"."row") IN ('text', 'null')),
	CONSTRAINT "moved_rows_json" CHECK(json_valid("moved_rows"."row"))
);
--> statement-breakpoint
CREATE INDEX `moved_rows_by_organizer` ON `moved_rows` (`organizer_id`,`table_name`);--> statement-breakpoint
CREATE TABLE `organizers` (
	`id` text NOT NULL,
	`name` text NOT NULL,
	`erase_after_days` integer,
	`feed` integer DEFAULT false NOT NULL,
	`lease` text DEFAULT '' NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`moved_at` integer,
	CONSTRAINT "organizers_id_is_uuid" CHECK("organizers"."id" GLOB '????????-????-????-????-????????????' AND "organizers"."id" = lower("organizers"."id") AND ("organizers"."id" IS NULL OR length(unhex("organizers"."id", '-')) IS 16)),
	CONSTRAINT "organizers_texts" CHECK(typeof("organizers"."name") IN ('text', 'null')),
	CONSTRAINT "organizers_erase_after_days" CHECK(typeof("organizers"."erase_after_days") IN ('integer', 'null') AND "organizers"."erase_after_days" BETWEEN 1 AND 3650),
	CONSTRAINT "organizers_feed" CHECK(typeof("organizers"."feed") IN ('integer', 'null') AND "organizers"."feed" BETWEEN 0 AND 1),
	CONSTRAINT "organizers_instants" CHECK(typeof("organizers"."moved_at") IN ('integer', 'null') AND "organizers"."moved_at" BETWEEN -62135596800000 AND 253402300799999)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organizers_pk` ON `organizers` (`id`);--> statement-breakpoint
CREATE TABLE `venues` (
	`id` text NOT NULL,
	`organizer_id` text NOT NULL,
	`name` text NOT NULL,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "venues_id_is_uuid" CHECK("venues"."id" GLOB '????????-????-????-????-????????????' AND "venues"."id" = lower("venues"."id") AND ("venues"."id" IS NULL OR length(unhex("venues"."id", '-')) IS 16)),
	CONSTRAINT "venues_texts" CHECK(typeof("venues"."name") IN ('text', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `venues_pk` ON `venues` (`id`);--> statement-breakpoint
CREATE INDEX `venues_by_name` ON `venues` (`organizer_id`,`name`,`id`);--> statement-breakpoint
CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`organizer_id` text NOT NULL,
	`name` text NOT NULL,
	`event_id` text,
	`role` text DEFAULT 'Staff' NOT NULL,
	`role_since` integer,
	`expires_at` integer NOT NULL,
	`connected_at` integer,
	`seen_at` integer,
	`unsent` integer DEFAULT 0 NOT NULL,
	`code_hash` text,
	`code_expires_at` integer,
	`code_used_by` text,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "devices_id_is_uuid" CHECK("devices"."id" GLOB '????????-????-????-????-????????????' AND "devices"."id" = lower("devices"."id") AND ("devices"."id" IS NULL OR length(unhex("devices"."id", '-')) IS 16)),
	CONSTRAINT "devices_texts" CHECK(typeof("devices"."name") IN ('text', 'null') AND typeof("devices"."code_hash") IN ('text', 'null') AND typeof("devices"."code_used_by") IN ('text', 'null')),
	CONSTRAINT "devices_role" CHECK("devices"."role" IN ('Staff', 'Steward', 'Kiosk')),
	CONSTRAINT "devices_role_since" CHECK(typeof("devices"."role_since") IN ('integer', 'null') AND "devices"."role_since" BETWEEN -62135596800000 AND 253402300799999),
	CONSTRAINT "devices_expires_at" CHECK(typeof("devices"."expires_at") IN ('integer', 'null') AND "devices"."expires_at" BETWEEN -62135596800000 AND 253402300799999),
	CONSTRAINT "devices_connected_at" CHECK(typeof("devices"."connected_at") IN ('integer', 'null') AND "devices"."connected_at" BETWEEN -62135596800000 AND 253402300799999),
	CONSTRAINT "devices_seen_at" CHECK(typeof("devices"."seen_at") IN ('integer', 'null') AND "devices"."seen_at" BETWEEN -62135596800000 AND 253402300799999),
	CONSTRAINT "devices_code_expires_at" CHECK(typeof("devices"."code_expires_at") IN ('integer', 'null') AND "devices"."code_expires_at" BETWEEN -62135596800000 AND 253402300799999),
	CONSTRAINT "devices_unsent" CHECK(typeof("devices"."unsent") IN ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `devices_code_hash_unique` ON `devices` (`code_hash`);--> statement-breakpoint
CREATE INDEX `devices_by_organizer` ON `devices` (`organizer_id`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `devices_by_event` ON `devices` (`event_id`);--> statement-breakpoint
CREATE TABLE `passkey_host` (
	`id` integer PRIMARY KEY NOT NULL,
	`host` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`added_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "passkeys_texts" CHECK(typeof("passkeys"."id") IN ('text', 'null') AND typeof("passkeys"."public_key") IN ('text', 'null') AND typeof("passkeys"."transports") IN ('text', 'null')),
	CONSTRAINT "passkeys_counter" CHECK(typeof("passkeys"."counter") IN ('integer', 'null')),
	CONSTRAINT "passkeys_added_at" CHECK(typeof("passkeys"."added_at") IN ('integer', 'null') AND "passkeys"."added_at" BETWEEN -62135596800000 AND 253402300799999),
	CONSTRAINT "passkeys_used_at" CHECK(typeof("passkeys"."used_at") IN ('integer', 'null') AND "passkeys"."used_at" BETWEEN -62135596800000 AND 253402300799999)
);
--> statement-breakpoint
CREATE INDEX `passkeys_by_person` ON `passkeys` (`person_id`);--> statement-breakpoint
CREATE TABLE `people` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`added_at` integer NOT NULL,
	CONSTRAINT "people_id_is_uuid" CHECK("people"."id" GLOB '????????-????-????-????-????????????' AND "people"."id" = lower("people"."id") AND ("people"."id" IS NULL OR length(unhex("people"."id", '-')) IS 16)),
	CONSTRAINT "people_texts" CHECK(typeof("people"."name") IN ('text', 'null')),
	CONSTRAINT "people_instants" CHECK(typeof("people"."added_at") IN ('integer', 'null') AND "people"."added_at" BETWEEN -62135596800000 AND 253402300799999)
);
--> statement-breakpoint
CREATE TABLE `programs` (
	`id` text PRIMARY KEY NOT NULL,
	`organizer_id` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`event_id` text,
	`secret_hash` text,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "programs_id_is_uuid" CHECK("programs"."id" GLOB '????????-????-????-????-????????????' AND "programs"."id" = lower("programs"."id") AND ("programs"."id" IS NULL OR length(unhex("programs"."id", '-')) IS 16)),
	CONSTRAINT "programs_texts" CHECK(typeof("programs"."name") IN ('text', 'null') AND typeof("programs"."secret_hash") IN ('text', 'null')),
	CONSTRAINT "programs_role" CHECK("programs"."role" IN ('manager', 'staff')),
	CONSTRAINT "programs_event_limits_staff" CHECK("programs"."event_id" IS NULL OR "programs"."role" = 'staff')
);
--> statement-breakpoint
CREATE INDEX `programs_by_organizer` ON `programs` (`organizer_id`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `programs_by_event` ON `programs` (`event_id`);--> statement-breakpoint
CREATE TABLE `setup_code` (
	`id` integer PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`host` text NOT NULL,
	CONSTRAINT "setup_code_texts" CHECK(typeof("setup_code"."code_hash") IN ('text', 'null') AND typeof("setup_code"."host") IN ('text', 'null'))
);
--> statement-breakpoint
CREATE TABLE `sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`passkey_id` text,
	`started_at` integer NOT NULL,
	`number` integer NOT NULL,
	`used_at` integer NOT NULL,
	`ended_at` integer,
	CONSTRAINT "sign_ins_id_is_uuid" CHECK("sign_ins"."id" GLOB '????????-????-????-????-????????????' AND "sign_ins"."id" = lower("sign_ins"."id") AND ("sign_ins"."id" IS NULL OR length(unhex("sign_ins"."id", '-')) IS 16))
);
--> statement-breakpoint
CREATE INDEX `sign_ins_by_subject` ON `sign_ins` (`subject`,`used_at`);--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`secret_id` text NOT NULL,
	`sealed` text NOT NULL,
	CONSTRAINT "signing_keys_id_is_uuid" CHECK("signing_keys"."id" GLOB '????????-????-????-????-????????????' AND "signing_keys"."id" = lower("signing_keys"."id") AND ("signing_keys"."id" IS NULL OR length(unhex("signing_keys"."id", '-')) IS 16)),
	CONSTRAINT "signing_keys_texts" CHECK(typeof("signing_keys"."secret_id") IN ('text', 'null') AND typeof("signing_keys"."sealed") IN ('text', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signing_keys_secret_id_unique` ON `signing_keys` (`secret_id`);--> statement-breakpoint
CREATE TABLE `used_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `used_challenges_by_time` ON `used_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `source_rows` (
	`source_id` text NOT NULL,
	`ticket_id` text NOT NULL,
	`hash` text NOT NULL,
	`parts` text,
	`written` text NOT NULL,
	`cover_record` text,
	`erased` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "source_rows_source_is_uuid" CHECK("source_rows"."source_id" GLOB '????????-????-????-????-????????????' AND "source_rows"."source_id" = lower("source_rows"."source_id") AND ("source_rows"."source_id" IS NULL OR length(unhex("source_rows"."source_id", '-')) IS 16)),
	CONSTRAINT "source_rows_ticket_is_uuid" CHECK("source_rows"."ticket_id" GLOB '????????-????-????-????-????????????' AND "source_rows"."ticket_id" = lower("source_rows"."ticket_id") AND ("source_rows"."ticket_id" IS NULL OR length(unhex("source_rows"."ticket_id", '-')) IS 16)),
	CONSTRAINT "source_rows_texts" CHECK(typeof("source_rows"."hash") IN ('text', 'null') AND typeof("source_rows"."parts") IN ('text', 'null')),
	CONSTRAINT "source_rows_json" CHECK(json_valid("source_rows"."written") AND ("source_rows"."parts" IS NULL OR json_valid("source_rows"."parts"))),
	CONSTRAINT "source_rows_erased" CHECK(typeof("source_rows"."erased") IN ('integer', 'null') AND "source_rows"."erased" BETWEEN 0 AND 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `source_rows_pk` ON `source_rows` (`source_id`,`ticket_id`);--> statement-breakpoint
CREATE INDEX `source_rows_by_ticket` ON `source_rows` (`ticket_id`);--> statement-breakpoint
CREATE TABLE `sources` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`starts_at` integer,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`url` text,
	`secret` text,
	`settings` text DEFAULT '{}' NOT NULL,
	`missing` text DEFAULT 'keep' NOT NULL,
	`every_minutes` integer DEFAULT 5 NOT NULL,
	`ticket_type_name` text,
	`columns` text DEFAULT '{}' NOT NULL,
	`match` text,
	`adopts` integer DEFAULT 1 NOT NULL,
	`cursor` text,
	`status` text DEFAULT 'Stopped' NOT NULL,
	`problem` text,
	`problems` text DEFAULT '[]' NOT NULL,
	`last_run_at` integer,
	`last_changed_at` integer,
	`rows` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer,
	`lease` text DEFAULT '' NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sources_id_is_uuid" CHECK("sources"."id" GLOB '????????-????-????-????-????????????' AND "sources"."id" = lower("sources"."id") AND ("sources"."id" IS NULL OR length(unhex("sources"."id", '-')) IS 16)),
	CONSTRAINT "sources_session_is_uuid" CHECK("sources"."session_id" GLOB '????????-????-????-????-????????????' AND "sources"."session_id" = lower("sources"."session_id") AND ("sources"."session_id" IS NULL OR length(unhex("sources"."session_id", '-')) IS 16)),
	CONSTRAINT "sources_texts" CHECK(typeof("sources"."name") IN ('text', 'null') AND typeof("sources"."url") IN ('text', 'null') AND typeof("sources"."secret") IN ('text', 'null') AND typeof("sources"."ticket_type_name") IN ('text', 'null') AND typeof("sources"."cursor") IN ('text', 'null') AND typeof("sources"."problem") IN ('text', 'null')),
	CONSTRAINT "sources_json" CHECK(json_valid("sources"."settings") AND json_valid("sources"."columns") AND json_valid("sources"."problems")),
	CONSTRAINT "sources_kind" CHECK("sources"."kind" IN ('Link', 'Pretix', 'Eventbrite')),
	CONSTRAINT "sources_status" CHECK("sources"."status" IN ('Ok', 'Problem', 'Stopped')),
	CONSTRAINT "sources_match" CHECK("sources"."match" IN ('number', 'code', 'guest')),
	CONSTRAINT "sources_missing" CHECK("sources"."missing" IN ('keep', 'void')),
	CONSTRAINT "sources_every_minutes" CHECK(typeof("sources"."every_minutes") IN ('integer', 'null') AND "sources"."every_minutes" BETWEEN 1 AND 1440),
	CONSTRAINT "sources_adopts" CHECK(typeof("sources"."adopts") IN ('integer', 'null') AND "sources"."adopts" BETWEEN 0 AND 1),
	CONSTRAINT "sources_instants" CHECK(typeof("sources"."starts_at") IN ('integer', 'null') AND "sources"."starts_at" BETWEEN -62135596800000 AND 253402300799999 AND typeof("sources"."last_run_at") IN ('integer', 'null') AND "sources"."last_run_at" BETWEEN -62135596800000 AND 253402300799999 AND typeof("sources"."last_changed_at") IN ('integer', 'null') AND "sources"."last_changed_at" BETWEEN -62135596800000 AND 253402300799999)
);
--> statement-breakpoint
CREATE INDEX `sources_by_session` ON `sources` (`session_id`);--> statement-breakpoint
CREATE INDEX `sources_by_time` ON `sources` (`next_at`,`id`,`starts_at`) WHERE "sources"."next_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `guest_list_entries` (
	`list_id` text NOT NULL,
	`number` integer NOT NULL,
	`id` text NOT NULL,
	`persons` integer NOT NULL,
	`note` text,
	`digest` text,
	`removed_at` integer,
	FOREIGN KEY (`list_id`) REFERENCES `guest_lists`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "guest_list_entries_id_is_uuid" CHECK("guest_list_entries"."id" GLOB '????????-????-????-????-????????????' AND "guest_list_entries"."id" = lower("guest_list_entries"."id") AND ("guest_list_entries"."id" IS NULL OR length(unhex("guest_list_entries"."id", '-')) IS 16)),
	CONSTRAINT "guest_list_entries_texts" CHECK(typeof("guest_list_entries"."note") IN ('text', 'null') AND typeof("guest_list_entries"."digest") IN ('text', 'null')),
	CONSTRAINT "guest_list_entries_number" CHECK(typeof("guest_list_entries"."number") = 'integer' AND "guest_list_entries"."number" > 0),
	CONSTRAINT "guest_list_entries_persons" CHECK(typeof("guest_list_entries"."persons") IN ('integer', 'null') AND "guest_list_entries"."persons" BETWEEN 1 AND 21),
	CONSTRAINT "guest_list_entries_removed_at" CHECK(typeof("guest_list_entries"."removed_at") IN ('integer', 'null') AND "guest_list_entries"."removed_at" BETWEEN -62135596800000 AND 253402300799999)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `guest_list_entries_pk` ON `guest_list_entries` (`list_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `guest_list_entries_by_id` ON `guest_list_entries` (`list_id`,`id`);--> statement-breakpoint
CREATE INDEX `guest_list_entries_present` ON `guest_list_entries` (`list_id`) WHERE "guest_list_entries"."removed_at" IS NULL;--> statement-breakpoint
CREATE TABLE `guest_lists` (
	`id` text PRIMARY KEY NOT NULL,
	`session_number` integer NOT NULL,
	`name` text NOT NULL,
	`ticket_type_id` text NOT NULL,
	`quota` integer NOT NULL,
	`max_plus_ones` integer DEFAULT 3 NOT NULL,
	`closes_at` integer,
	`note` text,
	`flag` text DEFAULT 'None' NOT NULL,
	`show_arrivals` integer DEFAULT true NOT NULL,
	`code_hash` text,
	`sealed_code` text,
	`persons` integer DEFAULT 0 NOT NULL,
	`arrived` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`session_number`) REFERENCES `sessions`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ticket_type_id`) REFERENCES `ticket_types`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "guest_lists_id_is_uuid" CHECK("guest_lists"."id" GLOB '????????-????-????-????-????????????' AND "guest_lists"."id" = lower("guest_lists"."id") AND ("guest_lists"."id" IS NULL OR length(unhex("guest_lists"."id", '-')) IS 16)),
	CONSTRAINT "guest_lists_texts" CHECK(typeof("guest_lists"."name") IN ('text', 'null') AND typeof("guest_lists"."note") IN ('text', 'null') AND typeof("guest_lists"."code_hash") IN ('text', 'null') AND typeof("guest_lists"."sealed_code") IN ('text', 'null')),
	CONSTRAINT "guest_lists_quota" CHECK(typeof("guest_lists"."quota") IN ('integer', 'null') AND "guest_lists"."quota" BETWEEN 1 AND 2000),
	CONSTRAINT "guest_lists_plus_ones" CHECK(typeof("guest_lists"."max_plus_ones") IN ('integer', 'null') AND "guest_lists"."max_plus_ones" BETWEEN 0 AND 20),
	CONSTRAINT "guest_lists_show_arrivals" CHECK(typeof("guest_lists"."show_arrivals") IN ('integer', 'null') AND "guest_lists"."show_arrivals" BETWEEN 0 AND 1),
	CONSTRAINT "guest_lists_flag" CHECK("guest_lists"."flag" IN ('None', 'Info', 'Stop')),
	CONSTRAINT "guest_lists_closes_at" CHECK(typeof("guest_lists"."closes_at") IN ('integer', 'null') AND "guest_lists"."closes_at" BETWEEN -62135596800000 AND 253402300799999)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `guest_lists_code_hash_unique` ON `guest_lists` (`code_hash`);--> statement-breakpoint
CREATE INDEX `guest_lists_by_session` ON `guest_lists` (`session_number`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `guest_lists_by_type` ON `guest_lists` (`ticket_type_id`);--> statement-breakpoint
CREATE TABLE `ticket_changes` (
	`session_number` integer NOT NULL,
	`ticket_id` text NOT NULL,
	`change` integer NOT NULL,
	`check` integer NOT NULL,
	PRIMARY KEY(`session_number`, `ticket_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `ticket_changes_in_order` ON `ticket_changes` (`session_number`,`change`,`check`);--> statement-breakpoint
CREATE TABLE `ticket_counts` (
	`session_number` integer PRIMARY KEY NOT NULL,
	`list_version` text DEFAULT (lower(hex(randomblob(8)))) NOT NULL,
	`valid` integer DEFAULT 0 NOT NULL,
	`checked_in` integer DEFAULT 0 NOT NULL,
	`refunded` integer DEFAULT 0 NOT NULL,
	`voided` integer DEFAULT 0 NOT NULL,
	`left` integer DEFAULT 0 NOT NULL,
	`walk_ins` integer DEFAULT 0 NOT NULL,
	`digest` integer DEFAULT 0 NOT NULL,
	`epoch` text DEFAULT (lower(hex(randomblob(8)))) NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ticket_types` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`name` text NOT NULL,
	`note` text,
	`flag` text DEFAULT 'None' NOT NULL,
	`areas` text,
	`entries` text DEFAULT 'Once' NOT NULL,
	`from_minutes` integer,
	`until_minutes` integer,
	`renaming` text,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ticket_types_areas" CHECK(json_type("ticket_types"."areas") = 'array'),
	CONSTRAINT "ticket_types_entries" CHECK("ticket_types"."entries" IN ('Once', 'AfterExit', 'Any')),
	CONSTRAINT "ticket_types_from" CHECK(typeof("ticket_types"."from_minutes") IN ('integer', 'null') AND "ticket_types"."from_minutes" BETWEEN -40320 AND 40320),
	CONSTRAINT "ticket_types_until" CHECK(typeof("ticket_types"."until_minutes") IN ('integer', 'null') AND "ticket_types"."until_minutes" BETWEEN -40320 AND 40320),
	CONSTRAINT "ticket_types_id_is_uuid" CHECK("ticket_types"."id" GLOB '????????-????-????-????-????????????' AND "ticket_types"."id" = lower("ticket_types"."id") AND ("ticket_types"."id" IS NULL OR length(unhex("ticket_types"."id", '-')) IS 16)),
	CONSTRAINT "ticket_types_texts" CHECK(typeof("ticket_types"."name") IN ('text', 'null') AND typeof("ticket_types"."note") IN ('text', 'null')),
	CONSTRAINT "ticket_types_flag" CHECK("ticket_types"."flag" IN ('None', 'Info', 'Stop'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_types_by_event` ON `ticket_types` (`event_id`,trim("name") COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `ticket_types_renaming` ON `ticket_types` (`renaming`) WHERE "ticket_types"."renaming" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `tickets` (
	`key` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`session_number` integer NOT NULL,
	`ticket_number` text COLLATE NOCASE NOT NULL,
	`status` text NOT NULL,
	`ticket_type_id` text NOT NULL,
	`ticket_type_name` text COLLATE NOCASE DEFAULT '' NOT NULL,
	`code` text DEFAULT (substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1) || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (random() & 31), 1)) NOT NULL,
	`note` text,
	`flag` text DEFAULT 'None' NOT NULL,
	`seat_label` text,
	`reference` text,
	`current_holder_id` text,
	`holder_email` text,
	`attendee_name` text,
	`attendee_email` text,
	`attendee_company` text,
	`checked_in_at` integer,
	`device` text,
	`presence` text,
	`transfer_count` integer DEFAULT 0 NOT NULL,
	`cover` text,
	`cover_record` text,
	`guest_list_id` text,
	`guest_list_entry` integer,
	`source_id` text,
	`updated_at` integer,
	`updated_by` text,
	`seat_label_order` text COLLATE NOCASE GENERATED ALWAYS AS (coalesce(seat_label, '')) VIRTUAL,
	`holder_email_order` text COLLATE NOCASE GENERATED ALWAYS AS (coalesce(holder_email, '')) VIRTUAL,
	`checked_in_at_order` integer GENERATED ALWAYS AS (coalesce(checked_in_at, -1)) VIRTUAL,
	FOREIGN KEY (`session_number`) REFERENCES `sessions`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ticket_type_id`) REFERENCES `ticket_types`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`guest_list_id`) REFERENCES `guest_lists`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tickets_id_is_uuid" CHECK("tickets"."id" GLOB '????????-????-????-????-????????????' AND "tickets"."id" = lower("tickets"."id") AND ("tickets"."id" IS NULL OR length(unhex("tickets"."id", '-')) IS 16)),
	CONSTRAINT "tickets_holder_is_uuid" CHECK("tickets"."current_holder_id" GLOB '????????-????-????-????-????????????' AND "tickets"."current_holder_id" = lower("tickets"."current_holder_id") AND ("tickets"."current_holder_id" IS NULL OR length(unhex("tickets"."current_holder_id", '-')) IS 16)),
	CONSTRAINT "tickets_texts" CHECK(typeof("tickets"."ticket_number") IN ('text', 'null') AND typeof("tickets"."ticket_type_name") IN ('text', 'null') AND typeof("tickets"."seat_label") IN ('text', 'null') AND typeof("tickets"."reference") IN ('text', 'null') AND typeof("tickets"."holder_email") IN ('text', 'null') AND typeof("tickets"."attendee_name") IN ('text', 'null') AND typeof("tickets"."attendee_email") IN ('text', 'null') AND typeof("tickets"."attendee_company") IN ('text', 'null') AND typeof("tickets"."code") IN ('text', 'null') AND typeof("tickets"."note") IN ('text', 'null') AND typeof("tickets"."device") IN ('text', 'null') AND typeof("tickets"."updated_by") IN ('text', 'null')),
	CONSTRAINT "tickets_status" CHECK("tickets"."status" IN ('Valid', 'CheckedIn', 'Refunded', 'Voided')),
	CONSTRAINT "tickets_flag" CHECK("tickets"."flag" IN ('None', 'Info', 'Stop')),
	CONSTRAINT "tickets_cover" CHECK("tickets"."cover" IN ('Refunded', 'Voided')),
	CONSTRAINT "tickets_cover_record_is_uuid" CHECK("tickets"."cover_record" GLOB '????????-????-????-????-????????????' AND "tickets"."cover_record" = lower("tickets"."cover_record") AND ("tickets"."cover_record" IS NULL OR length(unhex("tickets"."cover_record", '-')) IS 16)),
	CONSTRAINT "tickets_guest_list_entry" CHECK(typeof("tickets"."guest_list_entry") IN ('integer', 'null')),
	CONSTRAINT "tickets_one_owner" CHECK("tickets"."source_id" IS NULL OR "tickets"."guest_list_id" IS NULL),
	CONSTRAINT "tickets_source_is_uuid" CHECK("tickets"."source_id" GLOB '????????-????-????-????-????????????' AND "tickets"."source_id" = lower("tickets"."source_id") AND ("tickets"."source_id" IS NULL OR length(unhex("tickets"."source_id", '-')) IS 16)),
	CONSTRAINT "tickets_code" CHECK(length("tickets"."code") BETWEEN 1 AND 200),
	CONSTRAINT "tickets_instants" CHECK(typeof("tickets"."updated_at") IN ('integer', 'null') AND "tickets"."updated_at" BETWEEN -62135596800000 AND 253402300799999),
	CONSTRAINT "tickets_key_in_session" CHECK("tickets"."key" >> 20 = "tickets"."session_number" AND "tickets"."key" & 1048575 > 0),
	CONSTRAINT "tickets_checked_in_at" CHECK(typeof("tickets"."checked_in_at") IN ('integer', 'null') AND "tickets"."checked_in_at" BETWEEN 0 AND 253402300799999),
	CONSTRAINT "tickets_transfer_count" CHECK(typeof("tickets"."transfer_count") IN ('integer', 'null') AND "tickets"."transfer_count" BETWEEN 0 AND 9007199254740991),
	CONSTRAINT "tickets_texts_fit" CHECK(coalesce(octet_length(ticket_number), 0) + coalesce(octet_length(ticket_type_name), 0) + coalesce(octet_length(seat_label), 0) + coalesce(octet_length(reference), 0) + coalesce(octet_length(current_holder_id), 0) + coalesce(octet_length(holder_email), 0) + coalesce(octet_length(attendee_name), 0) + coalesce(octet_length(attendee_email), 0) + coalesce(octet_length(attendee_company), 0) + coalesce(octet_length(code), 0) + coalesce(octet_length(note), 0) <= 3600),
	CONSTRAINT "tickets_no_empty_seat" CHECK("tickets"."seat_label" <> ''),
	CONSTRAINT "tickets_no_empty_email" CHECK("tickets"."holder_email" <> ''),
	CONSTRAINT "tickets_reference" CHECK(length("tickets"."reference") BETWEEN 1 AND 100)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_id_unique` ON `tickets` (`id`);--> statement-breakpoint
CREATE INDEX `tickets_in_order` ON `tickets` (`session_number`,`ticket_number`);--> statement-breakpoint
CREATE INDEX `tickets_by_number` ON `tickets` (`session_number`,`status`,`ticket_number`);--> statement-breakpoint
CREATE INDEX `tickets_by_type` ON `tickets` (`session_number`,`status`,`ticket_type_name`);--> statement-breakpoint
CREATE INDEX `tickets_by_seat` ON `tickets` (`session_number`,`status`,`seat_label_order`);--> statement-breakpoint
CREATE INDEX `tickets_by_email` ON `tickets` (`session_number`,`status`,`holder_email_order`);--> statement-breakpoint
CREATE INDEX `tickets_by_check_in` ON `tickets` (`session_number`,`status`,`checked_in_at_order`);--> statement-breakpoint
CREATE INDEX `tickets_by_transfers` ON `tickets` (`session_number`,`status`,`transfer_count`);--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_by_code` ON `tickets` (`code`,`session_number`);--> statement-breakpoint
CREATE INDEX `tickets_by_reference` ON `tickets` (`reference`,`session_number`) WHERE "tickets"."reference" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tickets_checked_in_elsewhere` ON `tickets` (`session_number`,`checked_in_at`) WHERE status = 'CheckedIn' AND device IS NULL;--> statement-breakpoint
CREATE INDEX `tickets_by_attendee_email` ON `tickets` ("attendee_email" COLLATE NOCASE,`session_number`) WHERE "tickets"."attendee_email" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tickets_by_guest_list` ON `tickets` (`guest_list_id`,`guest_list_entry`) WHERE "tickets"."guest_list_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tickets_by_type_id` ON `tickets` (`ticket_type_id`);