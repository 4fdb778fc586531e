-- What is derived from tickets, kept right by the database whoever writes: the type's name in each
-- ticket, the counts and tag of each session, and the search index.
--
-- Each trigger is one statement, in capitals and with LF line ends, its condition in WHEN: the splitter
-- that remote migrations go through breaks on more.

-- Word beginnings, of 1 to 8 characters by a look into the index. Holds no text of its own.
CREATE VIRTUAL TABLE ticket_search USING fts5(
  text, content='', contentless_delete=1, detail=none,
  tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4 5 6 7 8'
);
--> statement-breakpoint
CREATE TRIGGER sessions_insert_counts AFTER INSERT ON sessions BEGIN
  INSERT INTO ticket_counts (session_number) VALUES (NEW.number);
END;
--> statement-breakpoint
CREATE TRIGGER sessions_delete_counts AFTER DELETE ON sessions BEGIN
  DELETE FROM ticket_counts WHERE session_number = OLD.number;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_insert_counts AFTER INSERT ON tickets BEGIN
  UPDATE ticket_counts SET
    tag = lower(hex(randomblob(8))),
    valid = valid + (NEW.status = 'Valid'),
    checked_in = checked_in + (NEW.status = 'CheckedIn'),
    refunded = refunded + (NEW.status = 'Refunded'),
    voided = voided + (NEW.status = 'Voided')
  WHERE session_number = NEW.session_number;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_delete_counts AFTER DELETE ON tickets BEGIN
  UPDATE ticket_counts SET
    tag = lower(hex(randomblob(8))),
    valid = valid - (OLD.status = 'Valid'),
    checked_in = checked_in - (OLD.status = 'CheckedIn'),
    refunded = refunded - (OLD.status = 'Refunded'),
    voided = voided - (OLD.status = 'Voided')
  WHERE session_number = OLD.session_number;
END;
--> statement-breakpoint
-- Also where a ticket moves to another session: each of the two rows takes its own part.
CREATE TRIGGER tickets_update_counts AFTER UPDATE ON tickets BEGIN
  UPDATE ticket_counts SET
    tag = lower(hex(randomblob(8))),
    valid = valid
      + (session_number = NEW.session_number AND NEW.status = 'Valid')
      - (session_number = OLD.session_number AND OLD.status = 'Valid'),
    checked_in = checked_in
      + (session_number = NEW.session_number AND NEW.status = 'CheckedIn')
      - (session_number = OLD.session_number AND OLD.status = 'CheckedIn'),
    refunded = refunded
      + (session_number = NEW.session_number AND NEW.status = 'Refunded')
      - (session_number = OLD.session_number AND OLD.status = 'Refunded'),
    voided = voided
      + (session_number = NEW.session_number AND NEW.status = 'Voided')
      - (session_number = OLD.session_number AND OLD.status = 'Voided')
  WHERE session_number IN (NEW.session_number, OLD.session_number);
END;
--> statement-breakpoint
CREATE TRIGGER tickets_insert_search AFTER INSERT ON tickets BEGIN
  INSERT INTO ticket_search (rowid, text) VALUES (NEW.key, NEW.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER tickets_delete_search AFTER DELETE ON tickets BEGIN
  DELETE FROM ticket_search WHERE rowid = OLD.key;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_update_search AFTER UPDATE ON tickets
WHEN NEW.search_text <> OLD.search_text OR NEW.key <> OLD.key BEGIN
  UPDATE ticket_search SET rowid = NEW.key, text = NEW.search_text WHERE rowid = OLD.key;
END;
--> statement-breakpoint
-- A writer that gives the name right pays nothing for these two.
CREATE TRIGGER tickets_insert_type_name AFTER INSERT ON tickets
WHEN NEW.ticket_type_name IS NOT (SELECT name FROM ticket_types WHERE id = NEW.ticket_type_id) BEGIN
  UPDATE tickets SET ticket_type_name = (SELECT name FROM ticket_types WHERE id = NEW.ticket_type_id)
  WHERE key = NEW.key;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_update_type_name AFTER UPDATE OF ticket_type_id, ticket_type_name ON tickets
WHEN NEW.ticket_type_name IS NOT (SELECT name FROM ticket_types WHERE id = NEW.ticket_type_id) BEGIN
  UPDATE tickets SET ticket_type_name = (SELECT name FROM ticket_types WHERE id = NEW.ticket_type_id)
  WHERE key = NEW.key;
END;
--> statement-breakpoint
-- Renaming a type is rare: it scans the tickets rather than have each ticket pay for one more index.
CREATE TRIGGER ticket_types_update_name AFTER UPDATE OF name ON ticket_types
WHEN NEW.name IS NOT OLD.name BEGIN
  UPDATE tickets SET ticket_type_name = NEW.name WHERE ticket_type_id = NEW.id;
END;
--> statement-breakpoint
-- INSERT OR REPLACE deletes the old row without running delete triggers, which would leave its count and
-- its words behind. It is refused; INSERT OR IGNORE and INSERT … ON CONFLICT DO UPDATE are fine.
-- Before the row: is there another with its key or id? After the row: then that one was replaced.
CREATE TABLE ticket_insert (conflicts INTEGER NOT NULL);
--> statement-breakpoint
INSERT INTO ticket_insert (conflicts) VALUES (0);
--> statement-breakpoint
CREATE TRIGGER tickets_insert_conflict BEFORE INSERT ON tickets
WHEN (SELECT conflicts FROM ticket_insert)
  <> (SELECT count(*) FROM tickets WHERE key = NEW.key OR id = NEW.id) BEGIN
  UPDATE ticket_insert SET conflicts = (SELECT count(*) FROM tickets WHERE key = NEW.key OR id = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER tickets_insert_no_replace AFTER INSERT ON tickets
WHEN (SELECT conflicts FROM ticket_insert) > 0 BEGIN
  SELECT RAISE(ABORT, 'tickets: INSERT OR REPLACE is not supported, use INSERT ... ON CONFLICT DO UPDATE');
END;
