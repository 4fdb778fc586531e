CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`subject` text NOT NULL,
	`request_id` text NOT NULL,
	`action` text NOT NULL,
	`series_id` text NOT NULL,
	`sessions` integer NOT NULL,
	`change` text NOT NULL,
	`call_id` text,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_log_call_id_unique` ON `audit_log` (`call_id`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` text NOT NULL,
	`organizer_id` text NOT NULL,
	`name` text NOT NULL,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "events_id_is_uuid" CHECK(length("events"."id") = 36 AND "events"."id" = lower("events"."id"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_pk` ON `events` (`id`);--> statement-breakpoint
CREATE TABLE `series` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`updated_at` integer,
	`updated_by` text,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "series_id_is_uuid" CHECK(length("series"."id") = 36 AND "series"."id" = lower("series"."id"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `series_event` ON `series` (`id`,`event_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`event_id` text NOT NULL,
	`series_id` text,
	`venue_id` text,
	`starts_at` integer NOT NULL,
	`capacity` integer NOT NULL,
	`doors_open_offset_minutes` integer,
	`updated_at` integer,
	`updated_by` text,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`series_id`,`event_id`) REFERENCES `series`(`id`,`event_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sessions_id_is_uuid" CHECK(length("sessions"."id") = 36 AND "sessions"."id" = lower("sessions"."id")),
	CONSTRAINT "sessions_capacity" CHECK(typeof("sessions"."capacity") IN ('integer', 'null') AND "sessions"."capacity" BETWEEN 0 AND 1000000),
	CONSTRAINT "sessions_doors" CHECK(typeof("sessions"."doors_open_offset_minutes") IN ('integer', 'null') AND "sessions"."doors_open_offset_minutes" BETWEEN 0 AND 1440),
	CONSTRAINT "sessions_instants" CHECK(typeof("sessions"."starts_at") IN ('integer', 'null') AND "sessions"."starts_at" BETWEEN -62135596800000 AND 253402300799999)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_id_unique` ON `sessions` (`id`);--> statement-breakpoint
CREATE INDEX `sessions_series_start` ON `sessions` (`series_id`,`starts_at`);--> statement-breakpoint
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
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "listings_id_is_uuid" CHECK(length("listings"."id") = 36 AND "listings"."id" = lower("listings"."id")),
	CONSTRAINT "listings_status" CHECK("listings"."status" IN ('Draft', 'Published', 'Unpublished', 'Cancelled', 'Archived')),
	CONSTRAINT "listings_images" CHECK(json_type("listings"."images") = 'array'),
	CONSTRAINT "listings_tags" CHECK(json_type("listings"."tags") = 'array'),
	CONSTRAINT "listings_instants" CHECK(typeof("listings"."starts_at") IN ('integer', 'null') AND "listings"."starts_at" BETWEEN -62135596800000 AND 253402300799999 AND typeof("listings"."ends_at") IN ('integer', 'null') AND "listings"."ends_at" BETWEEN -62135596800000 AND 253402300799999 AND typeof("listings"."source_imported_at") IN ('integer', 'null') AND "listings"."source_imported_at" BETWEEN -62135596800000 AND 253402300799999 AND typeof("listings"."published_at") IN ('integer', 'null') AND "listings"."published_at" BETWEEN -62135596800000 AND 253402300799999 AND typeof("listings"."created_at") IN ('integer', 'null') AND "listings"."created_at" BETWEEN -62135596800000 AND 253402300799999 AND typeof("listings"."updated_at") IN ('integer', 'null') AND "listings"."updated_at" BETWEEN -62135596800000 AND 253402300799999),
	CONSTRAINT "listings_integers" CHECK(typeof("listings"."is_recurring") IN ('integer', 'null') AND typeof("listings"."is_featured") IN ('integer', 'null') AND typeof("listings"."sort_order") IN ('integer', 'null')),
	CONSTRAINT "listings_numbers" CHECK(typeof("listings"."venue_latitude") IN ('real', 'integer', 'null') AND typeof("listings"."venue_longitude") IN ('real', 'integer', 'null') AND typeof("listings"."price_from") IN ('real', 'integer', 'null'))
);
--> statement-breakpoint
CREATE TABLE `members` (
	`organizer_id` text NOT NULL,
	`subject` text NOT NULL,
	`role` text NOT NULL,
	`event_id` text,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "members_role" CHECK("members"."role" IN ('owner', 'manager', 'staff')),
	CONSTRAINT "members_event_limits_staff" CHECK("members"."event_id" IS NULL OR "members"."role" = 'staff')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `members_pk` ON `members` (`organizer_id`,`subject`);--> statement-breakpoint
CREATE TABLE `organizers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	CONSTRAINT "organizers_id_is_uuid" CHECK(length("organizers"."id") = 36 AND "organizers"."id" = lower("organizers"."id"))
);
--> statement-breakpoint
CREATE TABLE `venues` (
	`id` text PRIMARY KEY NOT NULL,
	`organizer_id` text NOT NULL,
	`name` text NOT NULL,
	FOREIGN KEY (`organizer_id`) REFERENCES `organizers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "venues_id_is_uuid" CHECK(length("venues"."id") = 36 AND "venues"."id" = lower("venues"."id"))
);
--> statement-breakpoint
CREATE TABLE `ticket_counts` (
	`session_number` integer PRIMARY KEY NOT NULL,
	`list_version` text DEFAULT (lower(hex(randomblob(8)))) NOT NULL,
	`valid` integer DEFAULT 0 NOT NULL,
	`checked_in` integer DEFAULT 0 NOT NULL,
	`refunded` integer DEFAULT 0 NOT NULL,
	`voided` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ticket_types` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`name` text NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ticket_types_id_is_uuid" CHECK(length("ticket_types"."id") = 36 AND "ticket_types"."id" = lower("ticket_types"."id"))
);
--> statement-breakpoint
CREATE TABLE `tickets` (
	`key` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`session_number` integer NOT NULL,
	`ticket_number` text COLLATE NOCASE NOT NULL,
	`status` text NOT NULL,
	`ticket_type_id` text NOT NULL,
	`ticket_type_name` text COLLATE NOCASE DEFAULT '' NOT NULL,
	`seat_label` text,
	`current_holder_id` text,
	`holder_email` text,
	`attendee_name` text,
	`attendee_email` text,
	`attendee_company` text,
	`checked_in_at` integer,
	`transfer_count` integer DEFAULT 0 NOT NULL,
	`seat_label_order` text COLLATE NOCASE GENERATED ALWAYS AS (coalesce(seat_label, '')) VIRTUAL,
	`holder_email_order` text COLLATE NOCASE GENERATED ALWAYS AS (coalesce(holder_email, '')) VIRTUAL,
	`checked_in_at_order` integer GENERATED ALWAYS AS (coalesce(checked_in_at, -1)) VIRTUAL,
	`search_text` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(ticket_number || ' ' || substr(ticket_number, -4) || ' ' || substr(ticket_number, -5) || ' ' || substr(ticket_number, -6) || ' ' || substr(ticket_number, -7) || ' ' || substr(ticket_number, -8) || ' ' || coalesce(seat_label, '') || ' ' || coalesce(holder_email, '') || ' ' || coalesce(attendee_name, '') || ' ' || coalesce(attendee_email, ''), 'Ά', 'α'), 'ά', 'α'), 'Έ', 'ε'), 'έ', 'ε'), 'Ή', 'η'), 'ή', 'η'), 'Ί', 'ι'), 'ί', 'ι'), 'Ϊ', 'ι'), 'ϊ', 'ι'), 'ΐ', 'ι'), 'Ό', 'ο'), 'ό', 'ο'), 'Ύ', 'υ'), 'ύ', 'υ'), 'Ϋ', 'υ'), 'ϋ', 'υ'), 'ΰ', 'υ'), 'Ώ', 'ω'), 'ώ', 'ω'), 'Ё', 'е'), 'ё', 'е')) VIRTUAL,
	FOREIGN KEY (`session_number`) REFERENCES `sessions`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ticket_type_id`) REFERENCES `ticket_types`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "tickets_id_is_uuid" CHECK(length("tickets"."id") = 36 AND "tickets"."id" = lower("tickets"."id")),
	CONSTRAINT "tickets_status" CHECK("tickets"."status" IN ('Valid', 'CheckedIn', 'Refunded', 'Voided')),
	CONSTRAINT "tickets_key_in_session" CHECK("tickets"."key" >> 20 = "tickets"."session_number" AND "tickets"."key" & 1048575 > 0),
	CONSTRAINT "tickets_checked_in_at" CHECK(typeof("tickets"."checked_in_at") IN ('integer', 'null') AND "tickets"."checked_in_at" BETWEEN 0 AND 253402300799999),
	CONSTRAINT "tickets_transfer_count" CHECK(typeof("tickets"."transfer_count") IN ('integer', 'null') AND "tickets"."transfer_count" BETWEEN 0 AND 9007199254740991),
	CONSTRAINT "tickets_texts_fit" CHECK(coalesce(octet_length(ticket_number), 0) + coalesce(octet_length(ticket_type_name), 0) + coalesce(octet_length(seat_label), 0) + coalesce(octet_length(current_holder_id), 0) + coalesce(octet_length(holder_email), 0) + coalesce(octet_length(attendee_name), 0) + coalesce(octet_length(attendee_email), 0) + coalesce(octet_length(attendee_company), 0) <= 3600),
	CONSTRAINT "tickets_no_empty_seat" CHECK("tickets"."seat_label" <> ''),
	CONSTRAINT "tickets_no_empty_email" CHECK("tickets"."holder_email" <> '')
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
CREATE INDEX `tickets_by_type_id` ON `tickets` (`ticket_type_id`);