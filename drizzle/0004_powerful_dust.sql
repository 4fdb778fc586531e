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
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_tickets` (
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
	CONSTRAINT "tickets_id_is_uuid" CHECK("__new_tickets"."id" GLOB '????????-????-????-????-????????????' AND "__new_tickets"."id" = lower("__new_tickets"."id") AND ("__new_tickets"."id" IS NULL OR length(unhex("__new_tickets"."id", '-')) IS 16)),
	CONSTRAINT "tickets_holder_is_uuid" CHECK("__new_tickets"."current_holder_id" GLOB '????????-????-????-????-????????????' AND "__new_tickets"."current_holder_id" = lower("__new_tickets"."current_holder_id") AND ("__new_tickets"."current_holder_id" IS NULL OR length(unhex("__new_tickets"."current_holder_id", '-')) IS 16)),
	CONSTRAINT "tickets_texts" CHECK(typeof("__new_tickets"."ticket_number") IN ('text', 'null') AND typeof("__new_tickets"."ticket_type_name") IN ('text', 'null') AND typeof("__new_tickets"."seat_label") IN ('text', 'null') AND typeof("__new_tickets"."reference") IN ('text', 'null') AND typeof("__new_tickets"."holder_email") IN ('text', 'null') AND typeof("__new_tickets"."attendee_name") IN ('text', 'null') AND typeof("__new_tickets"."attendee_email") IN ('text', 'null') AND typeof("__new_tickets"."attendee_company") IN ('text', 'null') AND typeof("__new_tickets"."code") IN ('text', 'null') AND typeof("__new_tickets"."note") IN ('text', 'null') AND typeof("__new_tickets"."device") IN ('text', 'null') AND typeof("__new_tickets"."updated_by") IN ('text', 'null')),
	CONSTRAINT "tickets_status" CHECK("__new_tickets"."status" IN ('Valid', 'CheckedIn', 'Refunded', 'Voided')),
	CONSTRAINT "tickets_flag" CHECK("__new_tickets"."flag" IN ('None', 'Info', 'Stop')),
	CONSTRAINT "tickets_cover" CHECK("__new_tickets"."cover" IN ('Refunded', 'Voided')),
	CONSTRAINT "tickets_cover_record_is_uuid" CHECK("__new_tickets"."cover_record" GLOB '????????-????-????-????-????????????' AND "__new_tickets"."cover_record" = lower("__new_tickets"."cover_record") AND ("__new_tickets"."cover_record" IS NULL OR length(unhex("__new_tickets"."cover_record", '-')) IS 16)),
	CONSTRAINT "tickets_guest_list_entry" CHECK(typeof("__new_tickets"."guest_list_entry") IN ('integer', 'null')),
	CONSTRAINT "tickets_one_owner" CHECK("__new_tickets"."source_id" IS NULL OR "__new_tickets"."guest_list_id" IS NULL),
	CONSTRAINT "tickets_source_is_uuid" CHECK("__new_tickets"."source_id" GLOB '????????-????-????-????-????????????' AND "__new_tickets"."source_id" = lower("__new_tickets"."source_id") AND ("__new_tickets"."source_id" IS NULL OR length(unhex("__new_tickets"."source_id", '-')) IS 16)),
	CONSTRAINT "tickets_code" CHECK(length("__new_tickets"."code") BETWEEN 1 AND 200),
	CONSTRAINT "tickets_instants" CHECK(typeof("__new_tickets"."updated_at") IN ('integer', 'null') AND "__new_tickets"."updated_at" BETWEEN -62135596800000 AND 253402300799999),
	CONSTRAINT "tickets_key_in_session" CHECK("__new_tickets"."key" >> 20 = "__new_tickets"."session_number" AND "__new_tickets"."key" & 1048575 > 0),
	CONSTRAINT "tickets_checked_in_at" CHECK(typeof("__new_tickets"."checked_in_at") IN ('integer', 'null') AND "__new_tickets"."checked_in_at" BETWEEN 0 AND 253402300799999),
	CONSTRAINT "tickets_transfer_count" CHECK(typeof("__new_tickets"."transfer_count") IN ('integer', 'null') AND "__new_tickets"."transfer_count" BETWEEN 0 AND 9007199254740991),
	CONSTRAINT "tickets_texts_fit" CHECK(coalesce(octet_length(ticket_number), 0) + coalesce(octet_length(ticket_type_name), 0) + coalesce(octet_length(seat_label), 0) + coalesce(octet_length(reference), 0) + coalesce(octet_length(current_holder_id), 0) + coalesce(octet_length(holder_email), 0) + coalesce(octet_length(attendee_name), 0) + coalesce(octet_length(attendee_email), 0) + coalesce(octet_length(attendee_company), 0) + coalesce(octet_length(code), 0) + coalesce(octet_length(note), 0) <= 3600),
	CONSTRAINT "tickets_no_empty_seat" CHECK("__new_tickets"."seat_label" <> ''),
	CONSTRAINT "tickets_no_empty_email" CHECK("__new_tickets"."holder_email" <> ''),
	CONSTRAINT "tickets_reference" CHECK(length("__new_tickets"."reference") BETWEEN 1 AND 100)
);
--> statement-breakpoint
INSERT INTO `__new_tickets`("key", "id", "session_number", "ticket_number", "status", "ticket_type_id", "ticket_type_name", "code", "note", "flag", "seat_label", "reference", "current_holder_id", "holder_email", "attendee_name", "attendee_email", "attendee_company", "checked_in_at", "device", "presence", "transfer_count", "cover", "cover_record", "guest_list_id", "guest_list_entry", "source_id", "updated_at", "updated_by", "seat_label_order", "holder_email_order", "checked_in_at_order") SELECT "key", "id", "session_number", "ticket_number", "status", "ticket_type_id", "ticket_type_name", "code", "note", "flag", "seat_label", "reference", "current_holder_id", "holder_email", "attendee_name", "attendee_email", "attendee_company", "checked_in_at", "device", "presence", "transfer_count", "cover", "cover_record", "guest_list_id", "guest_list_entry", "source_id", "updated_at", "updated_by", "seat_label_order", "holder_email_order", "checked_in_at_order" FROM `tickets`;--> statement-breakpoint
DROP TABLE `tickets`;--> statement-breakpoint
ALTER TABLE `__new_tickets` RENAME TO `tickets`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
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
CREATE INDEX `tickets_by_attendee_email` ON `tickets` (`"attendee_email" COLLATE NOCASE`,`session_number`) WHERE "tickets"."attendee_email" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tickets_by_guest_list` ON `tickets` (`guest_list_id`,`guest_list_entry`) WHERE "tickets"."guest_list_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tickets_by_type_id` ON `tickets` (`ticket_type_id`);