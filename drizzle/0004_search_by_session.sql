-- The search index once more, so that what a search costs is told by its own session alone, whatever other sessions
-- have. Words are looked up by beginnings of up to 16 characters: longer ones are sought through all words of the database.
-- And each session has an entry before its first ticket, of the one word "|", which no ticket and no search has. Where
-- tickets with several words are sought, each word may be that one instead: so the look-up stops at the next session's
-- entry, and not at the next ticket anywhere that has all of the words.
DROP TRIGGER tickets_insert_search;
--> statement-breakpoint
DROP TRIGGER tickets_delete_search;
--> statement-breakpoint
DROP TRIGGER tickets_update_search;
--> statement-breakpoint
DROP TABLE ticket_search;
--> statement-breakpoint
CREATE VIRTUAL TABLE ticket_search USING fts5(
  text, content='', contentless_delete=1, detail=none,
  tokenize="unicode61 remove_diacritics 2 tokenchars '|'", prefix='1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16'
);
--> statement-breakpoint
CREATE TRIGGER tickets_insert_search AFTER INSERT ON tickets BEGIN
  INSERT INTO ticket_search (rowid, text) VALUES (NEW.key, replace(NEW.search_text, '|', ' '));
END;
--> statement-breakpoint
CREATE TRIGGER tickets_delete_search AFTER DELETE ON tickets BEGIN
  DELETE FROM ticket_search WHERE rowid = OLD.key;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_update_search AFTER UPDATE ON tickets
WHEN NEW.search_text <> OLD.search_text OR NEW.key <> OLD.key BEGIN
  UPDATE ticket_search SET rowid = NEW.key, text = replace(NEW.search_text, '|', ' ') WHERE rowid = OLD.key;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_insert_search AFTER INSERT ON sessions BEGIN
  INSERT OR REPLACE INTO ticket_search (rowid, text) VALUES (NEW.number << 20, '|');
END;
--> statement-breakpoint
CREATE TRIGGER sessions_delete_search AFTER DELETE ON sessions BEGIN
  DELETE FROM ticket_search WHERE rowid = OLD.number << 20;
END;
--> statement-breakpoint
INSERT INTO ticket_search (rowid, text) SELECT number << 20, '|' FROM sessions;
--> statement-breakpoint
INSERT INTO ticket_search (rowid, text) SELECT key, replace(search_text, '|', ' ') FROM tickets;
--> statement-breakpoint
-- A session that is written by INSERT OR REPLACE keeps the counts of its tickets.
DROP TRIGGER sessions_insert_counts;
--> statement-breakpoint
CREATE TRIGGER sessions_insert_counts AFTER INSERT ON sessions BEGIN
  INSERT INTO ticket_counts (session_number, valid, checked_in, refunded, voided)
  SELECT NEW.number,
    count(*) FILTER (WHERE status = 'Valid'), count(*) FILTER (WHERE status = 'CheckedIn'),
    count(*) FILTER (WHERE status = 'Refunded'), count(*) FILTER (WHERE status = 'Voided')
  FROM tickets WHERE session_number = NEW.number;
END;
--> statement-breakpoint
-- UPDATE OR REPLACE would delete the other ticket without its triggers.
CREATE TRIGGER tickets_update_conflict BEFORE UPDATE OF key, id ON tickets
WHEN (SELECT count(*) FROM tickets WHERE key <> OLD.key AND (key = NEW.key OR id = NEW.id)) > 0 BEGIN
  SELECT RAISE(ABORT, 'tickets: the key or id is that of another ticket');
END;
--> statement-breakpoint
-- A page of 500 is one value of D1, of up to 2,000,000 bytes: as it is written in JSON, with every escape.
CREATE TRIGGER tickets_insert_size BEFORE INSERT ON tickets
WHEN octet_length(json_array(NEW.ticket_number, NEW.ticket_type_name, NEW.seat_label, NEW.current_holder_id,
  NEW.holder_email, NEW.attendee_name, NEW.attendee_email, NEW.attendee_company)) > 3600 BEGIN
  SELECT RAISE(ABORT, 'tickets: the texts of a ticket have more than 3,600 bytes');
END;
--> statement-breakpoint
CREATE TRIGGER tickets_update_size BEFORE UPDATE OF ticket_number, ticket_type_name, seat_label, current_holder_id,
  holder_email, attendee_name, attendee_email, attendee_company ON tickets
WHEN octet_length(json_array(NEW.ticket_number, NEW.ticket_type_name, NEW.seat_label, NEW.current_holder_id,
  NEW.holder_email, NEW.attendee_name, NEW.attendee_email, NEW.attendee_company)) > 3600 BEGIN
  SELECT RAISE(ABORT, 'tickets: the texts of a ticket have more than 3,600 bytes');
END;
