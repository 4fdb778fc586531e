-- Triggers that keep derived data correct, whichever client writes.
-- Each trigger has one statement, keywords in capitals and LF line ends, and its condition is in WHEN. D1 splits remote
-- migrations into statements, and more complex trigger bodies confuse the splitter.
-- The counts and the list version of each session. INSERT OR REPLACE can replace a session that has tickets, so the
-- insert trigger counts them.
CREATE TRIGGER sessions_insert_counts AFTER INSERT ON sessions BEGIN
  INSERT INTO ticket_counts (session_number, valid, checked_in, refunded, voided, "left")
  SELECT NEW.number,
    count(*) FILTER (WHERE status = 'Valid'), count(*) FILTER (WHERE status = 'CheckedIn'),
    count(*) FILTER (WHERE status = 'Refunded'), count(*) FILTER (WHERE status = 'Voided'),
    count(*) FILTER (WHERE status = 'CheckedIn' AND presence ->> 'inside' = 0)
  FROM tickets WHERE session_number = NEW.number;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_delete_counts AFTER DELETE ON sessions BEGIN
  DELETE FROM ticket_counts WHERE session_number = OLD.number;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_insert_counts AFTER INSERT ON tickets BEGIN
  UPDATE ticket_counts SET
    list_version = lower(hex(randomblob(8))),
    valid = valid + (NEW.status = 'Valid'),
    checked_in = checked_in + (NEW.status = 'CheckedIn'),
    refunded = refunded + (NEW.status = 'Refunded'),
    voided = voided + (NEW.status = 'Voided'),
    "left" = "left" + (NEW.status = 'CheckedIn' AND coalesce(NEW.presence ->> 'inside' = 0, 0))
  WHERE session_number = NEW.session_number;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_delete_counts AFTER DELETE ON tickets BEGIN
  UPDATE ticket_counts SET
    list_version = lower(hex(randomblob(8))),
    valid = valid - (OLD.status = 'Valid'),
    checked_in = checked_in - (OLD.status = 'CheckedIn'),
    refunded = refunded - (OLD.status = 'Refunded'),
    voided = voided - (OLD.status = 'Voided'),
    "left" = "left" - (OLD.status = 'CheckedIn' AND coalesce(OLD.presence ->> 'inside' = 0, 0))
  WHERE session_number = OLD.session_number;
END;
--> statement-breakpoint
-- A ticket that moves to another session changes the counts of both.
CREATE TRIGGER tickets_update_counts AFTER UPDATE ON tickets BEGIN
  UPDATE ticket_counts SET
    list_version = lower(hex(randomblob(8))),
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
      - (session_number = OLD.session_number AND OLD.status = 'Voided'),
    "left" = "left"
      + (session_number = NEW.session_number AND NEW.status = 'CheckedIn' AND coalesce(NEW.presence ->> 'inside' = 0, 0))
      - (session_number = OLD.session_number AND OLD.status = 'CheckedIn' AND coalesce(OLD.presence ->> 'inside' = 0, 0))
  WHERE session_number IN (NEW.session_number, OLD.session_number);
END;
--> statement-breakpoint
-- The tickets in each area of a session.
CREATE TRIGGER tickets_insert_area_counts AFTER INSERT ON tickets WHEN NEW.presence -> 'areas' <> '[]' BEGIN
  INSERT INTO area_counts (session_number, tickets)
  SELECT NEW.session_number, json_group_object(value, 1) FROM json_each(NEW.presence, '$.areas') WHERE true
  ON CONFLICT (session_number) DO UPDATE SET tickets = (SELECT json_group_object(area, people) FROM (
    SELECT area, sum(people) AS people FROM (
      SELECT key AS area, value AS people FROM json_each(area_counts.tickets)
      UNION ALL SELECT value, 1 FROM json_each(NEW.presence, '$.areas')) GROUP BY area HAVING sum(people) <> 0));
END;
--> statement-breakpoint
CREATE TRIGGER tickets_delete_area_counts AFTER DELETE ON tickets WHEN OLD.presence -> 'areas' <> '[]' BEGIN
  UPDATE area_counts SET tickets = (SELECT json_group_object(area, people) FROM (
    SELECT area, sum(people) AS people FROM (
      SELECT key AS area, value AS people FROM json_each(area_counts.tickets)
      UNION ALL SELECT value, -1 FROM json_each(OLD.presence, '$.areas')) GROUP BY area HAVING sum(people) <> 0))
  WHERE session_number = OLD.session_number;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_enter_area_counts AFTER UPDATE OF presence, session_number ON tickets
WHEN NEW.presence -> 'areas' <> '[]'
  AND (NEW.session_number, NEW.presence -> 'areas') IS NOT (OLD.session_number, OLD.presence -> 'areas') BEGIN
  INSERT INTO area_counts (session_number, tickets)
  SELECT NEW.session_number, json_group_object(value, 1) FROM json_each(NEW.presence, '$.areas') WHERE true
  ON CONFLICT (session_number) DO UPDATE SET tickets = (SELECT json_group_object(area, people) FROM (
    SELECT area, sum(people) AS people FROM (
      SELECT key AS area, value AS people FROM json_each(area_counts.tickets)
      UNION ALL SELECT value, 1 FROM json_each(NEW.presence, '$.areas')) GROUP BY area HAVING sum(people) <> 0));
END;
--> statement-breakpoint
-- If SQLite runs this trigger before the one above, the row does not exist yet, and the count is -1 until that one runs.
CREATE TRIGGER tickets_leave_area_counts AFTER UPDATE OF presence, session_number ON tickets
WHEN OLD.presence -> 'areas' <> '[]'
  AND (NEW.session_number, NEW.presence -> 'areas') IS NOT (OLD.session_number, OLD.presence -> 'areas') BEGIN
  INSERT INTO area_counts (session_number, tickets)
  SELECT OLD.session_number, json_group_object(value, -1) FROM json_each(OLD.presence, '$.areas') WHERE true
  ON CONFLICT (session_number) DO UPDATE SET tickets = (SELECT json_group_object(area, people) FROM (
    SELECT area, sum(people) AS people FROM (
      SELECT key AS area, value AS people FROM json_each(area_counts.tickets)
      UNION ALL SELECT value, -1 FROM json_each(OLD.presence, '$.areas')) GROUP BY area HAVING sum(people) <> 0));
END;
--> statement-breakpoint
CREATE TRIGGER sessions_delete_area_counts AFTER DELETE ON sessions BEGIN
  DELETE FROM area_counts WHERE session_number = OLD.number;
END;
--> statement-breakpoint
-- The people on each guest list. A ticket that moves to another session leaves its list, and is on it again when it comes
-- back.
CREATE TRIGGER tickets_insert_guest_list AFTER INSERT ON tickets WHEN NEW.guest_list_id IS NOT NULL BEGIN
  UPDATE guest_lists SET
    persons = persons + (NEW.status IN ('Valid', 'CheckedIn')),
    arrived = arrived + (NEW.status = 'CheckedIn')
  WHERE id = NEW.guest_list_id AND session_number = NEW.session_number;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_delete_guest_list AFTER DELETE ON tickets WHEN OLD.guest_list_id IS NOT NULL BEGIN
  UPDATE guest_lists SET
    persons = persons - (OLD.status IN ('Valid', 'CheckedIn')),
    arrived = arrived - (OLD.status = 'CheckedIn')
  WHERE id = OLD.guest_list_id AND session_number = OLD.session_number;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_update_guest_list AFTER UPDATE OF status, session_number, guest_list_id ON tickets
WHEN coalesce(NEW.guest_list_id, OLD.guest_list_id) IS NOT NULL
  AND (NEW.guest_list_id, NEW.session_number, NEW.status) IS NOT (OLD.guest_list_id, OLD.session_number, OLD.status) BEGIN
  UPDATE guest_lists SET
    persons = persons
      + ((id, session_number) IS (NEW.guest_list_id, NEW.session_number) AND NEW.status IN ('Valid', 'CheckedIn'))
      - ((id, session_number) IS (OLD.guest_list_id, OLD.session_number) AND OLD.status IN ('Valid', 'CheckedIn')),
    arrived = arrived
      + ((id, session_number) IS (NEW.guest_list_id, NEW.session_number) AND NEW.status = 'CheckedIn')
      - ((id, session_number) IS (OLD.guest_list_id, OLD.session_number) AND OLD.status = 'CheckedIn')
  WHERE id IN (NEW.guest_list_id, OLD.guest_list_id);
END;
--> statement-breakpoint
-- An entry that the link removed is on the list again once a manager makes a ticket of it valid.
CREATE TRIGGER tickets_uncover_guest_list AFTER UPDATE OF cover ON tickets
WHEN NEW.cover IS NULL AND OLD.cover IS NOT NULL AND NEW.guest_list_id IS NOT NULL BEGIN
  UPDATE guest_list_entries SET removed_at = NULL
  WHERE list_id = NEW.guest_list_id AND number = NEW.guest_list_entry AND removed_at IS NOT NULL;
END;
--> statement-breakpoint
-- What a guest list gives its tickets, except those that a manager has changed. All of them count as changed, because devices
-- get the name of the list with each ticket.
CREATE TRIGGER guest_lists_update_listed_tickets AFTER UPDATE OF name, note, flag, ticket_type_id ON guest_lists
WHEN (NEW.name, NEW.note, NEW.flag, NEW.ticket_type_id) IS NOT (OLD.name, OLD.note, OLD.flag, OLD.ticket_type_id) BEGIN
  UPDATE tickets SET
    note = iif(updated_by IS 'guest-list:' || NEW.id AND attendee_name IS NOT NULL, coalesce((
      SELECT coalesce(NEW.note || ' · ' || entries.note, entries.note) FROM guest_list_entries AS entries
      WHERE entries.list_id = NEW.id AND entries.number = guest_list_entry), NEW.note), note),
    flag = iif(updated_by IS 'guest-list:' || NEW.id, NEW.flag, flag),
    ticket_type_id = iif(updated_by IS 'guest-list:' || NEW.id, NEW.ticket_type_id, ticket_type_id)
  WHERE guest_list_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER guest_lists_delete_listed_tickets AFTER DELETE ON guest_lists BEGIN
  UPDATE tickets SET guest_list_id = NULL, guest_list_entry = NULL WHERE guest_list_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER guest_lists_delete_listed_entry AFTER DELETE ON guest_lists BEGIN
  DELETE FROM guest_list_entries WHERE list_id = OLD.id;
END;
--> statement-breakpoint
-- An entry forgets its guest with the ticket.
CREATE TRIGGER tickets_erase_listed_entry AFTER UPDATE OF attendee_name ON tickets
WHEN NEW.guest_list_id IS NOT NULL AND NEW.attendee_name IS NULL AND OLD.attendee_name IS NOT NULL BEGIN
  UPDATE guest_list_entries SET note = NULL, digest = NULL
  WHERE list_id = NEW.guest_list_id AND number = NEW.guest_list_entry;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_delete_listed_entry AFTER DELETE ON tickets WHEN OLD.guest_list_id IS NOT NULL BEGIN
  UPDATE guest_list_entries SET note = NULL, digest = NULL
  WHERE list_id = OLD.guest_list_id AND number = OLD.guest_list_entry AND NOT EXISTS (
    SELECT 1 FROM tickets INDEXED BY tickets_by_guest_list
    WHERE guest_list_id = OLD.guest_list_id AND guest_list_entry = OLD.guest_list_entry);
END;
--> statement-breakpoint
-- What is kept of a ticket that left its list is all that leads to its entry.
CREATE TRIGGER kept_values_erase_listed_entry AFTER UPDATE OF guest ON kept_values
WHEN NEW.guest = 'Erased' AND NEW.before ->> 'guest_list_entry' IS NOT NULL BEGIN
  UPDATE guest_list_entries SET note = NULL, digest = NULL
  WHERE list_id = NEW.before ->> 'guest_list_id' AND number = NEW.before ->> 'guest_list_entry';
END;
--> statement-breakpoint
CREATE TRIGGER kept_values_delete_listed_entry AFTER DELETE ON kept_values
WHEN OLD.before ->> 'guest_list_entry' IS NOT NULL BEGIN
  UPDATE guest_list_entries SET note = NULL, digest = NULL
  WHERE list_id = OLD.before ->> 'guest_list_id' AND number = OLD.before ->> 'guest_list_entry' AND NOT EXISTS (
    SELECT 1 FROM tickets INDEXED BY tickets_by_guest_list
    WHERE guest_list_id = OLD.before ->> 'guest_list_id' AND guest_list_entry = OLD.before ->> 'guest_list_entry');
END;
--> statement-breakpoint
-- The name of its type in each ticket. The first two triggers write nothing if the client gives the correct name.
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
CREATE TRIGGER ticket_types_update_name AFTER UPDATE OF name ON ticket_types
WHEN NEW.name IS NOT OLD.name AND NEW.renaming IS OLD.renaming BEGIN
  UPDATE tickets SET ticket_type_name = NEW.name WHERE ticket_type_id = NEW.id;
END;
--> statement-breakpoint
-- Devices read the types and areas again when this version has changed.
CREATE TRIGGER ticket_types_insert_version AFTER INSERT ON ticket_types BEGIN
  UPDATE events SET types_version = lower(hex(randomblob(8))) WHERE id = NEW.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER ticket_types_update_version AFTER UPDATE ON ticket_types
WHEN (NEW.event_id, NEW.name, NEW.note, NEW.flag, NEW.areas, NEW.entries, NEW.from_minutes, NEW.until_minutes) IS NOT
  (OLD.event_id, OLD.name, OLD.note, OLD.flag, OLD.areas, OLD.entries, OLD.from_minutes, OLD.until_minutes) BEGIN
  UPDATE events SET types_version = lower(hex(randomblob(8))) WHERE id = NEW.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER ticket_types_leave_version AFTER UPDATE OF event_id ON ticket_types
WHEN NEW.event_id <> OLD.event_id BEGIN
  UPDATE events SET types_version = lower(hex(randomblob(8))) WHERE id = OLD.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER ticket_types_delete_version AFTER DELETE ON ticket_types BEGIN
  UPDATE events SET types_version = lower(hex(randomblob(8))) WHERE id = OLD.event_id;
END;
--> statement-breakpoint
-- Each event has its areas with their capacities, so that devices read them without a row for each.
CREATE TRIGGER areas_insert_version AFTER INSERT ON areas BEGIN
  UPDATE events SET types_version = lower(hex(randomblob(8))), areas = (
    SELECT json_group_array(json_array(id, name, capacity)) FROM (
      SELECT id, name, capacity FROM areas WHERE event_id = NEW.event_id ORDER BY trim(name) COLLATE NOCASE))
  WHERE id = NEW.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER areas_update_version AFTER UPDATE ON areas BEGIN
  UPDATE events SET types_version = lower(hex(randomblob(8))), areas = (
    SELECT json_group_array(json_array(id, name, capacity)) FROM (
      SELECT id, name, capacity FROM areas WHERE event_id = events.id ORDER BY trim(name) COLLATE NOCASE))
  WHERE id IN (NEW.event_id, OLD.event_id);
END;
--> statement-breakpoint
CREATE TRIGGER areas_delete_version AFTER DELETE ON areas BEGIN
  UPDATE events SET types_version = lower(hex(randomblob(8))), areas = (
    SELECT json_group_array(json_array(id, name, capacity)) FROM (
      SELECT id, name, capacity FROM areas WHERE event_id = OLD.event_id ORDER BY trim(name) COLLATE NOCASE))
  WHERE id = OLD.event_id;
END;
--> statement-breakpoint
-- A number for each change of a ticket, so that clients can ask for what changed, and a random check, by whose sum they
-- find out whether their copy is right. The check of a ticket that has left the session is 0. The number continues from
-- the largest of the session. D1 has one writer, so numbers rise in the order of commits. No trigger relies on the order
-- in which SQLite runs the triggers of one event.
-- The statement that fires a trigger replaces the conflict rule of the statements in it, such as OR REPLACE, but not ON
-- CONFLICT DO UPDATE.
CREATE TRIGGER tickets_insert_changes AFTER INSERT ON tickets BEGIN
  INSERT INTO ticket_changes (session_number, ticket_id, change, "check")
  VALUES (NEW.session_number, NEW.id,
    (SELECT coalesce(max(change), 0) + 1 FROM ticket_changes WHERE session_number = NEW.session_number),
    1 + (random() & 0x3FFFF))
  ON CONFLICT (session_number, ticket_id) DO UPDATE SET change = excluded.change, "check" = excluded."check";
END;
--> statement-breakpoint
CREATE TRIGGER tickets_update_changes AFTER UPDATE ON tickets BEGIN
  INSERT INTO ticket_changes (session_number, ticket_id, change, "check")
  VALUES (NEW.session_number, NEW.id,
    (SELECT coalesce(max(change), 0) + 1 FROM ticket_changes WHERE session_number = NEW.session_number),
    1 + (random() & 0x3FFFF))
  ON CONFLICT (session_number, ticket_id) DO UPDATE SET change = excluded.change, "check" = excluded."check";
END;
--> statement-breakpoint
-- A ticket that leaves its session, or takes another id, is gone under the old one. Keys do not matter: they are used
-- again by other tickets.
CREATE TRIGGER tickets_leave_changes AFTER UPDATE OF id, session_number ON tickets
WHEN NEW.id <> OLD.id OR NEW.session_number <> OLD.session_number BEGIN
  INSERT INTO ticket_changes (session_number, ticket_id, change, "check")
  VALUES (OLD.session_number, OLD.id,
    (SELECT coalesce(max(change), 0) + 1 FROM ticket_changes WHERE session_number = OLD.session_number), 0)
  ON CONFLICT (session_number, ticket_id) DO UPDATE SET change = excluded.change, "check" = 0;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_delete_changes AFTER DELETE ON tickets BEGIN
  INSERT INTO ticket_changes (session_number, ticket_id, change, "check")
  VALUES (OLD.session_number, OLD.id,
    (SELECT coalesce(max(change), 0) + 1 FROM ticket_changes WHERE session_number = OLD.session_number), 0)
  ON CONFLICT (session_number, ticket_id) DO UPDATE SET change = excluded.change, "check" = 0;
END;
--> statement-breakpoint
-- The digest of a session is the sum of its checks.
CREATE TRIGGER ticket_changes_insert_digest AFTER INSERT ON ticket_changes WHEN NEW."check" <> 0 BEGIN
  UPDATE ticket_counts SET digest = digest + NEW."check" WHERE session_number = NEW.session_number;
END;
--> statement-breakpoint
CREATE TRIGGER ticket_changes_update_digest AFTER UPDATE OF "check" ON ticket_changes WHEN NEW."check" <> OLD."check" BEGIN
  UPDATE ticket_counts SET digest = digest + NEW."check" - OLD."check" WHERE session_number = NEW.session_number;
END;
--> statement-breakpoint
CREATE TRIGGER ticket_counts_insert_digest AFTER INSERT ON ticket_counts
WHEN EXISTS (SELECT 1 FROM ticket_changes WHERE session_number = NEW.session_number) BEGIN
  UPDATE ticket_counts SET digest = (SELECT sum("check") FROM ticket_changes WHERE session_number = NEW.session_number)
  WHERE session_number = NEW.session_number;
END;
--> statement-breakpoint
-- Numbers count within an epoch. A new one begins with a new row of counts, so with a new, replaced or restored session
-- and with a rebuild, and whenever entries are deleted. Numbers from another epoch are then recognized.
CREATE TRIGGER ticket_changes_delete_epoch AFTER DELETE ON ticket_changes BEGIN
  UPDATE ticket_counts SET epoch = lower(hex(randomblob(8))), digest = digest - OLD."check"
  WHERE session_number = OLD.session_number;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_delete_changes AFTER DELETE ON sessions BEGIN
  DELETE FROM ticket_changes WHERE session_number = OLD.number;
END;
--> statement-breakpoint
-- The organizer of its event in each session.
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
-- The number of sessions of each series, so that reading a series does not count them. INSERT OR REPLACE deletes the other
-- row without its delete triggers: then the number is NULL, and readers count.
CREATE TRIGGER sessions_insert_series AFTER INSERT ON sessions WHEN NEW.series_id IS NOT NULL BEGIN
  UPDATE series SET session_count = session_count + 1 WHERE id = NEW.series_id;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_delete_series AFTER DELETE ON sessions WHEN OLD.series_id IS NOT NULL BEGIN
  UPDATE series SET session_count = session_count - 1 WHERE id = OLD.series_id;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_move_series AFTER UPDATE OF series_id ON sessions WHEN NEW.series_id IS NOT OLD.series_id BEGIN
  UPDATE series SET session_count = session_count + (id IS NEW.series_id) - (id IS OLD.series_id)
  WHERE id IN (NEW.series_id, OLD.series_id);
END;
--> statement-breakpoint
CREATE TRIGGER sessions_replace_series BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM sessions WHERE number = NEW.number OR id = NEW.id) BEGIN
  UPDATE series SET session_count = NULL
  WHERE id IN (SELECT series_id FROM sessions WHERE number = NEW.number OR id = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER series_insert_series AFTER INSERT ON series
WHEN EXISTS (SELECT 1 FROM sessions WHERE series_id = NEW.id) BEGIN
  UPDATE series SET session_count = NULL WHERE id = NEW.id;
END;
--> statement-breakpoint
-- A session whose guests were erased, and that has a guest again, is erased again.
CREATE TRIGGER tickets_insert_erased AFTER INSERT ON tickets
WHEN coalesce(NEW.attendee_name, NEW.attendee_email, NEW.attendee_company, NEW.holder_email, NEW.current_holder_id, NEW.note,
    NEW.reference) IS NOT NULL
  AND (SELECT erased_at FROM sessions WHERE number = NEW.session_number) IS NOT NULL BEGIN
  UPDATE sessions SET erased_at = NULL WHERE number = NEW.session_number;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_update_erased
AFTER UPDATE OF session_number, attendee_name, attendee_email, attendee_company, holder_email, current_holder_id, note,
  reference ON tickets
WHEN coalesce(NEW.attendee_name, NEW.attendee_email, NEW.attendee_company, NEW.holder_email, NEW.current_holder_id, NEW.note,
    NEW.reference) IS NOT NULL
  AND (SELECT erased_at FROM sessions WHERE number = NEW.session_number) IS NOT NULL BEGIN
  UPDATE sessions SET erased_at = NULL WHERE number = NEW.session_number;
END;
--> statement-breakpoint
-- The record of a new ticket has a digest of its guest, by which a repeated request is recognized. It goes with the ticket.
CREATE TRIGGER tickets_delete_digest AFTER DELETE ON tickets BEGIN
  UPDATE audit_log SET change = json_remove(change, '$.digest')
  WHERE entity_id = OLD.id AND substr(action, -7) = '.create' AND entity_type = 'ticket';
END;
--> statement-breakpoint
-- The values that a record overwrote go with the record, and those of a guest with the ticket.
CREATE TRIGGER audit_log_delete_kept AFTER DELETE ON audit_log WHEN OLD.entity_type = 'session' BEGIN
  DELETE FROM kept_values WHERE key BETWEEN OLD.id << 20 AND (OLD.id << 20) + 1048575;
END;
--> statement-breakpoint
-- A session that is deleted takes along what is kept of tickets that have left it.
CREATE TRIGGER sessions_delete_kept AFTER DELETE ON sessions BEGIN
  DELETE FROM kept_values WHERE key IN (
    SELECT kept_values.key FROM audit_log INDEXED BY audit_log_by_entity
    CROSS JOIN kept_values ON kept_values.key BETWEEN audit_log.id << 20 AND (audit_log.id << 20) + 1048575
    WHERE entity_id = OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER tickets_delete_kept AFTER DELETE ON tickets
WHEN EXISTS (SELECT 1 FROM kept_values WHERE ticket_id = OLD.id AND guest = 'Kept') BEGIN
  UPDATE kept_values SET guest = 'Erased',
    before = json_remove(before, '$.holder_email', '$.current_holder_id', '$.reference', '$.attendee_name',
      '$.attendee_email', '$.attendee_company', '$.note'),
    after = json_remove(after, '$.holder_email', '$.current_holder_id', '$.reference', '$.attendee_name',
      '$.attendee_email', '$.attendee_company', '$.note')
  WHERE ticket_id = OLD.id AND guest = 'Kept';
END;
--> statement-breakpoint
-- A session that is deleted takes its sources along, and a source what it remembers. Its tickets have no owner then. One
-- that leaves with its organizer may come back, so it keeps both.
CREATE TRIGGER sessions_delete_sources AFTER DELETE ON sessions BEGIN
  DELETE FROM sources WHERE session_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER sources_free_sources BEFORE DELETE ON sources
WHEN NOT EXISTS (SELECT 1 FROM moved_rows WHERE table_name = 'sources' AND key = OLD.id) BEGIN
  UPDATE tickets SET source_id = NULL
  WHERE id IN (SELECT ticket_id FROM source_rows WHERE source_id = OLD.id) AND source_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER sources_forget_sources AFTER DELETE ON sources
WHEN NOT EXISTS (SELECT 1 FROM moved_rows WHERE table_name = 'sources' AND key = OLD.id) BEGIN
  DELETE FROM source_rows WHERE source_id = OLD.id;
END;
--> statement-breakpoint
-- A source knows when its session begins. When that moves, it looks again whether it is time.
CREATE TRIGGER sources_start_sources AFTER INSERT ON sources BEGIN
  UPDATE sources SET starts_at = (SELECT starts_at FROM sessions WHERE id = NEW.session_id) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_move_sources AFTER UPDATE OF starts_at ON sessions WHEN NEW.starts_at <> OLD.starts_at BEGIN
  UPDATE sources SET starts_at = NEW.starts_at, next_at = iif(status = 'Stopped', NULL, 0) WHERE session_id = NEW.id;
END;
--> statement-breakpoint
-- INSERT OR REPLACE and UPDATE OR REPLACE delete the other row without its delete triggers, so its count and words would
-- remain. Both are rejected. INSERT OR IGNORE and INSERT with ON CONFLICT DO UPDATE work.
-- A BEFORE trigger records whether another ticket has the key, the id, or the code within the session. If the insert still
-- succeeds, that ticket was replaced, and an AFTER trigger aborts.
CREATE TABLE ticket_insert_guard (conflicts INTEGER NOT NULL);
--> statement-breakpoint
INSERT INTO ticket_insert_guard (conflicts) VALUES (0);
--> statement-breakpoint
CREATE TRIGGER tickets_insert_conflict BEFORE INSERT ON tickets
WHEN (SELECT conflicts FROM ticket_insert_guard)
  <> (SELECT count(*) FROM tickets
    WHERE key = NEW.key OR id = NEW.id OR (code = NEW.code AND session_number = NEW.session_number)) BEGIN
  UPDATE ticket_insert_guard SET conflicts = (SELECT count(*) FROM tickets
    WHERE key = NEW.key OR id = NEW.id OR (code = NEW.code AND session_number = NEW.session_number));
END;
--> statement-breakpoint
CREATE TRIGGER tickets_insert_no_replace AFTER INSERT ON tickets
WHEN (SELECT conflicts FROM ticket_insert_guard) > 0 BEGIN
  SELECT RAISE(ABORT, 'tickets: INSERT OR REPLACE is not supported, use INSERT ... ON CONFLICT DO UPDATE');
END;
--> statement-breakpoint
CREATE TRIGGER tickets_update_conflict BEFORE UPDATE OF key, id, code, session_number ON tickets
WHEN (SELECT count(*) FROM tickets WHERE key <> OLD.key
    AND (key = NEW.key OR id = NEW.id OR (code = NEW.code AND session_number = NEW.session_number))) > 0 BEGIN
  SELECT RAISE(ABORT, 'tickets: the key, id or code is that of another ticket');
END;
--> statement-breakpoint
-- Phones and programs are members. A restore has their memberships already.
CREATE TRIGGER devices_insert_member AFTER INSERT ON devices BEGIN
  INSERT OR IGNORE INTO members (organizer_id, subject, role, event_id, name, phone_role, phone_role_since)
  VALUES (NEW.organizer_id, 'device:' || NEW.id, 'staff', NEW.event_id, NEW.name, nullif(NEW.role, 'Staff'), NEW.role_since);
END;
--> statement-breakpoint
CREATE TRIGGER devices_update_member AFTER UPDATE OF role, role_since ON devices BEGIN
  UPDATE members SET phone_role = nullif(NEW.role, 'Staff'), phone_role_since = NEW.role_since
  WHERE organizer_id = NEW.organizer_id AND subject = 'device:' || NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER devices_delete_member AFTER DELETE ON devices BEGIN
  DELETE FROM members WHERE organizer_id = OLD.organizer_id AND subject = 'device:' || OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER devices_delete_sign_in AFTER DELETE ON devices BEGIN
  DELETE FROM sign_ins WHERE id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER programs_insert_member AFTER INSERT ON programs BEGIN
  INSERT OR IGNORE INTO members (organizer_id, subject, role, event_id, name)
  VALUES (NEW.organizer_id, 'program:' || NEW.id, NEW.role, NEW.event_id, NEW.name);
END;
--> statement-breakpoint
CREATE TRIGGER programs_delete_member AFTER DELETE ON programs BEGIN
  DELETE FROM members WHERE organizer_id = OLD.organizer_id AND subject = 'program:' || OLD.id;
END;
