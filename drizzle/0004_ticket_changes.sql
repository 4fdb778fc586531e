-- Sessions by organizer and start, and a number for each change of a ticket, so that clients can ask for what changed.
-- The table is WITHOUT ROWID, so that an entry is one row in the table and one in the index.
CREATE TABLE `ticket_changes` (
	`session_number` integer NOT NULL,
	`ticket_id` text NOT NULL,
	`change` integer NOT NULL,
	PRIMARY KEY(`session_number`, `ticket_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `ticket_changes_in_order` ON `ticket_changes` (`session_number`,`change`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `organizer_id` text;--> statement-breakpoint
CREATE INDEX `sessions_by_organizer` ON `sessions` (`organizer_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_by_event` ON `sessions` (`event_id`,`starts_at`,`id`);--> statement-breakpoint
ALTER TABLE `ticket_counts` ADD `epoch` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `members_by_subject` ON `members` (`subject`,`organizer_id`,`event_id`);
--> statement-breakpoint
-- Numbers continue from the largest of the session. D1 has one writer, so they rise in the order of commits. No trigger
-- relies on the order in which SQLite runs the triggers of one event.
-- The statement that fires a trigger replaces the conflict rule of the statements in it, such as OR REPLACE, but not ON
-- CONFLICT DO UPDATE.
CREATE TRIGGER tickets_insert_changes AFTER INSERT ON tickets BEGIN
  INSERT INTO ticket_changes (session_number, ticket_id, change)
  VALUES (NEW.session_number, NEW.id,
    (SELECT coalesce(max(change), 0) + 1 FROM ticket_changes WHERE session_number = NEW.session_number))
  ON CONFLICT (session_number, ticket_id) DO UPDATE SET change = excluded.change;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_update_changes AFTER UPDATE ON tickets BEGIN
  INSERT INTO ticket_changes (session_number, ticket_id, change)
  VALUES (NEW.session_number, NEW.id,
    (SELECT coalesce(max(change), 0) + 1 FROM ticket_changes WHERE session_number = NEW.session_number))
  ON CONFLICT (session_number, ticket_id) DO UPDATE SET change = excluded.change;
END;
--> statement-breakpoint
-- A ticket that leaves its session, or takes another id, is gone under the old one. Keys do not matter: they are used
-- again by other tickets.
CREATE TRIGGER tickets_leave_changes AFTER UPDATE OF id, session_number ON tickets
WHEN NEW.id <> OLD.id OR NEW.session_number <> OLD.session_number BEGIN
  INSERT INTO ticket_changes (session_number, ticket_id, change)
  VALUES (OLD.session_number, OLD.id,
    (SELECT coalesce(max(change), 0) + 1 FROM ticket_changes WHERE session_number = OLD.session_number))
  ON CONFLICT (session_number, ticket_id) DO UPDATE SET change = excluded.change;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_delete_changes AFTER DELETE ON tickets BEGIN
  INSERT INTO ticket_changes (session_number, ticket_id, change)
  VALUES (OLD.session_number, OLD.id,
    (SELECT coalesce(max(change), 0) + 1 FROM ticket_changes WHERE session_number = OLD.session_number))
  ON CONFLICT (session_number, ticket_id) DO UPDATE SET change = excluded.change;
END;
--> statement-breakpoint
-- Numbers count within an epoch. A new one begins with a new row of counts, so with a new, replaced or restored session
-- and with a rebuild, and whenever entries are deleted. Numbers from another epoch are then recognized.
CREATE TRIGGER ticket_counts_insert_epoch AFTER INSERT ON ticket_counts BEGIN
  UPDATE ticket_counts SET epoch = lower(hex(randomblob(8))) WHERE session_number = NEW.session_number;
END;
--> statement-breakpoint
CREATE TRIGGER ticket_changes_delete_epoch AFTER DELETE ON ticket_changes BEGIN
  UPDATE ticket_counts SET epoch = lower(hex(randomblob(8))) WHERE session_number = OLD.session_number;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_delete_changes AFTER DELETE ON sessions BEGIN
  DELETE FROM ticket_changes WHERE session_number = OLD.number;
END;
--> statement-breakpoint
UPDATE ticket_counts SET epoch = lower(hex(randomblob(8)));
--> statement-breakpoint
CREATE TRIGGER sessions_insert_organizer AFTER INSERT ON sessions
WHEN NEW.organizer_id IS NOT (SELECT organizer_id FROM events WHERE id = NEW.event_id) BEGIN
  UPDATE sessions SET organizer_id = (SELECT organizer_id FROM events WHERE id = NEW.event_id)
  WHERE number = NEW.number;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_update_organizer AFTER UPDATE OF event_id, organizer_id ON sessions
WHEN NEW.organizer_id IS NOT (SELECT organizer_id FROM events WHERE id = NEW.event_id) BEGIN
  UPDATE sessions SET organizer_id = (SELECT organizer_id FROM events WHERE id = NEW.event_id)
  WHERE number = NEW.number;
END;
--> statement-breakpoint
CREATE TRIGGER events_update_organizer AFTER UPDATE OF organizer_id ON events
WHEN NEW.organizer_id <> OLD.organizer_id BEGIN
  UPDATE sessions SET organizer_id = NEW.organizer_id WHERE event_id = NEW.id;
END;
--> statement-breakpoint
UPDATE sessions SET organizer_id = (SELECT organizer_id FROM events WHERE id = event_id);
