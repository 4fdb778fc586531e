-- The search index: the words of each ticket under its key, and triggers that keep it correct, whichever client writes.
-- It stores no text (content is empty) and no positions (detail is none). The prefix lists find words of up to 16
-- characters with one look-up. Longer words are looked up among all words of the database.
-- Besides the tickets, the index has one entry for each session, under the key before the session's first ticket. The only
-- word of this entry is |, which no ticket and no query contains. A search for several words also accepts | for each
-- word. So it stops at the entry of the next session, and its cost depends only on its own session.
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
