-- A ticket as it follows from its base and the check-ins since. The earliest check-in that counts decides, or the time
-- of the base where that is CheckedIn and earlier. Without any, the ticket of a walk-in is void. It follows stateAfter
-- in src/domain/check-ins/rule.ts.
CREATE VIEW ticket_states AS
SELECT ticket_bases.ticket_id, ticket_bases.session_id,
  iif(live.number IS NOT NULL, 'CheckedIn', iif(walk_in_id IS NULL, base_status, 'Voided')) AS status,
  iif(live.number IS NULL OR base_status = 'CheckedIn' AND base_checked_in_at <= live.at, base_checked_in_at, live.at)
    AS checked_in_at,
  iif(live.number IS NULL OR base_status = 'CheckedIn' AND base_checked_in_at <= live.at,
    base_device, coalesce(live.device, '')) AS device
FROM ticket_bases LEFT JOIN check_ins AS live ON live.number = (
  SELECT number FROM check_ins INDEXED BY check_ins_live
  WHERE session_id = ticket_bases.session_id AND ticket_id = ticket_bases.ticket_id AND base_version = version
    AND undone_at IS NULL AND (outcome = 'CheckedIn' OR outcome = 'AlreadyCheckedIn' AND admitted = 1)
  ORDER BY at, number LIMIT 1
);
--> statement-breakpoint
-- The outcome of a check-in of a ticket that the session has, unless its undo came first. It follows outcomeOf in
-- src/domain/check-ins/rule.ts.
CREATE VIEW ticket_outcomes AS
SELECT ticket_id, session_id, version, checked_in_at AS earlier_at, nullif(device, '') AS earlier_device,
  iif(status = 'CheckedIn', 'AlreadyCheckedIn', iif(base_status = 'Valid', 'CheckedIn', 'NotValid')) AS outcome
FROM ticket_bases;
--> statement-breakpoint
-- Triggers that carry out new items, one after the other in the order of the INSERT. Rows that a restore inserts have an
-- outcome and are left alone. Each trigger is one statement in capitals with LF line ends, and its condition is in WHEN:
-- see the migration of the counts. A plus sign keeps SQLite from searching all tickets of the session.
-- The base of a ticket is what it is before the first item. This trigger runs before all others.
CREATE TRIGGER base_check_ins BEFORE INSERT ON check_ins
WHEN NEW.type = 'CheckIn' AND NEW.outcome IS NULL BEGIN
  INSERT INTO ticket_bases
    (ticket_id, session_id, base_status, base_checked_in_at, base_device, status, checked_in_at, device)
  SELECT id, NEW.session_id, status, checked_in_at, device, status, checked_in_at, device FROM tickets
  WHERE id = NEW.ticket_id AND +session_number = (SELECT number FROM sessions WHERE id = NEW.session_id)
  ON CONFLICT (ticket_id, session_id) DO NOTHING;
END;
--> statement-breakpoint
-- Bounds, so that nobody can fill the database. Whatever admits somebody, and the undo of what is live, is always
-- recorded. Of the questions that change nothing, a ticket keeps 200. Further ones get the same answer.
CREATE TRIGGER limit_repeats BEFORE INSERT ON check_ins
WHEN NEW.type = 'CheckIn' AND NEW.outcome IS NULL AND NEW.admitted = 0
  AND (SELECT repeats >= 200 AND (status = 'CheckedIn' OR base_status <> 'Valid') FROM ticket_bases
    WHERE ticket_id = NEW.ticket_id AND session_id = NEW.session_id)
  AND NOT EXISTS (SELECT 1 FROM check_ins WHERE session_id = NEW.session_id AND id = NEW.id) BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
-- An undo without effect is recorded too, because its check-in may arrive later. The row without a subject counts those
-- of all subjects.
CREATE TRIGGER limit_undos BEFORE INSERT ON check_ins
WHEN NEW.type = 'Undo' AND NEW.outcome IS NULL
  AND EXISTS (SELECT 1 FROM unmatched_items WHERE session_id = NEW.session_id AND subject IN (NEW.subject, '')
    AND items >= iif(subject = '', 5000, 1000))
  AND NOT EXISTS (SELECT 1 FROM check_ins
    WHERE session_id = NEW.session_id AND id = NEW.check_in_id AND type = 'CheckIn' AND undone_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM check_ins WHERE session_id = NEW.session_id AND id = NEW.id) BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER count_repeats AFTER UPDATE OF outcome ON check_ins
WHEN OLD.outcome IS NULL AND NEW.admitted = 0 AND NEW.outcome IN ('AlreadyCheckedIn', 'NotValid') BEGIN
  UPDATE ticket_bases SET repeats = repeats + 1 WHERE ticket_id = NEW.ticket_id AND session_id = NEW.session_id;
END;
--> statement-breakpoint
-- Each undo counts until a check-in is undone by it.
CREATE TRIGGER count_unmatched_items AFTER INSERT ON check_ins
WHEN NEW.type = 'Undo' OR NEW.outcome = 'UnknownTicket' BEGIN
  INSERT INTO unmatched_items (session_id, subject, items)
  VALUES (NEW.session_id, NEW.subject, 1), (NEW.session_id, '', 1)
  ON CONFLICT (session_id, subject) DO UPDATE SET items = items + 1;
END;
--> statement-breakpoint
CREATE TRIGGER count_unknown_check_ins AFTER UPDATE OF outcome ON check_ins
WHEN OLD.outcome IS NULL AND NEW.outcome = 'UnknownTicket' AND NEW.admitted = 1 BEGIN
  INSERT INTO unmatched_items (session_id, subject, items)
  VALUES (NEW.session_id, NEW.subject, 1), (NEW.session_id, '', 1)
  ON CONFLICT (session_id, subject) DO UPDATE SET items = items + 1;
END;
--> statement-breakpoint
CREATE TRIGGER match_undos AFTER UPDATE OF undone_at ON check_ins
WHEN OLD.undone_at IS NULL AND NEW.undone_at IS NOT NULL BEGIN
  INSERT INTO unmatched_items (session_id, subject, items)
  VALUES (NEW.session_id, NEW.undone_by, -1), (NEW.session_id, '', -1)
  ON CONFLICT (session_id, subject) DO UPDATE SET items = items - 1;
END;
--> statement-breakpoint
CREATE TRIGGER match_restored_undos AFTER INSERT ON check_ins WHEN NEW.undone_at IS NOT NULL BEGIN
  INSERT INTO unmatched_items (session_id, subject, items)
  VALUES (NEW.session_id, NEW.undone_by, -1), (NEW.session_id, '', -1)
  ON CONFLICT (session_id, subject) DO UPDATE SET items = items - 1;
END;
--> statement-breakpoint
CREATE TRIGGER count_walk_ins AFTER INSERT ON ticket_bases WHEN NEW.walk_in_id IS NOT NULL BEGIN
  UPDATE ticket_counts SET walk_ins = walk_ins + 1
  WHERE session_number = (SELECT number FROM sessions WHERE id = NEW.session_id);
END;
--> statement-breakpoint
-- Decides the outcome of a check-in. An undo that came first has undone it.
CREATE TRIGGER decide_check_ins AFTER INSERT ON check_ins
WHEN NEW.type = 'CheckIn' AND NEW.outcome IS NULL BEGIN
  UPDATE check_ins SET (outcome, base_version, earlier_at, earlier_device, undone_at, undone_by) = (
    SELECT
      iif(undo.number IS NOT NULL, 'Undone', coalesce(ticket.outcome, 'UnknownTicket')),
      ticket.version,
      ticket.earlier_at,
      ticket.earlier_device,
      undo.at,
      undo.subject
    FROM (SELECT 1)
    LEFT JOIN tickets ON tickets.id = NEW.ticket_id
      AND +session_number = (SELECT number FROM sessions WHERE id = NEW.session_id)
    LEFT JOIN ticket_outcomes AS ticket ON ticket.ticket_id = tickets.id AND ticket.session_id = NEW.session_id
    LEFT JOIN check_ins AS undo ON undo.number = (
      SELECT min(number) FROM check_ins INDEXED BY check_ins_undos
      WHERE session_id = NEW.session_id AND check_in_id = NEW.id AND type = 'Undo')
  )
  WHERE number = NEW.number;
END;
--> statement-breakpoint
-- Nobody has been let in with an unknown ticket that was only asked about, so it is not recorded.
CREATE TRIGGER discard_check_ins AFTER INSERT ON check_ins
WHEN NEW.type = 'CheckIn' AND NEW.outcome IS NULL AND NEW.admitted = 0
  AND NOT EXISTS (SELECT 1 FROM tickets WHERE id = NEW.ticket_id
    AND +session_number = (SELECT number FROM sessions WHERE id = NEW.session_id))
  AND NOT EXISTS (SELECT 1 FROM check_ins
    WHERE session_id = NEW.session_id AND check_in_id = NEW.id AND type = 'Undo') BEGIN
  DELETE FROM check_ins WHERE number = NEW.number;
END;
--> statement-breakpoint
CREATE TRIGGER decide_undos AFTER INSERT ON check_ins
WHEN NEW.type = 'Undo' AND NEW.outcome IS NULL BEGIN
  UPDATE check_ins SET outcome = 'Undone' WHERE number = NEW.number;
END;
--> statement-breakpoint
CREATE TRIGGER undo_check_ins AFTER INSERT ON check_ins
WHEN NEW.type = 'Undo' BEGIN
  UPDATE check_ins SET undone_at = NEW.at, undone_by = NEW.subject
  WHERE session_id = NEW.session_id AND id = NEW.check_in_id AND type = 'CheckIn' AND undone_at IS NULL;
END;
--> statement-breakpoint
-- The state of a ticket follows each change of what counts. A ticket that is in another session keeps its state, and
-- gets the new one when it comes back.
CREATE TRIGGER follow_check_ins AFTER UPDATE OF outcome, admitted, undone_at ON check_ins
WHEN NEW.outcome = 'CheckedIn' OR NEW.outcome = 'AlreadyCheckedIn' AND NEW.admitted = 1 BEGIN
  UPDATE ticket_bases SET (status, checked_in_at, device) = (SELECT status, checked_in_at, device FROM ticket_states
    WHERE ticket_id = NEW.ticket_id AND session_id = NEW.session_id)
  WHERE ticket_id = NEW.ticket_id AND session_id = NEW.session_id
    AND EXISTS (SELECT 1 FROM tickets WHERE id = NEW.ticket_id
      AND +session_number = (SELECT number FROM sessions WHERE id = NEW.session_id));
END;
--> statement-breakpoint
-- A second admission changes what a plot of admissions shows, but not its ticket, and so not the version of the list.
CREATE TRIGGER version_check_ins AFTER UPDATE OF outcome, admitted, undone_at ON check_ins
WHEN NEW.outcome = 'AlreadyCheckedIn' AND NEW.admitted = 1 OR NEW.outcome = 'CheckedIn' AND NEW.undone_at IS NOT NULL BEGIN
  UPDATE ticket_counts SET list_version = lower(hex(randomblob(8)))
  WHERE session_number = (SELECT number FROM sessions WHERE id = NEW.session_id);
END;
--> statement-breakpoint
CREATE TRIGGER apply_check_ins AFTER UPDATE OF status, checked_in_at, device ON ticket_bases BEGIN
  UPDATE tickets SET status = NEW.status, checked_in_at = NEW.checked_in_at, device = NEW.device
  WHERE id = NEW.ticket_id AND +session_number = (SELECT number FROM sessions WHERE id = NEW.session_id)
    AND (status, checked_in_at, device) IS NOT (NEW.status, NEW.checked_in_at, NEW.device);
END;
--> statement-breakpoint
-- Other parts of the platform write tickets too. A ticket that differs from what follows from its base and check-ins was
-- written by them, and becomes the base. The triggers above write ticket_bases first, so their own writes do not differ.
CREATE TRIGGER tickets_update_check_ins AFTER UPDATE OF status, checked_in_at ON tickets
WHEN NEW.id = OLD.id AND NEW.session_number = OLD.session_number
  AND EXISTS (SELECT 1 FROM ticket_bases WHERE ticket_id = NEW.id) BEGIN
  UPDATE ticket_bases SET version = lower(hex(randomblob(8))), base_status = NEW.status,
    base_checked_in_at = NEW.checked_in_at, base_device = NULL, walk_in_id = NULL,
    status = NEW.status, checked_in_at = NEW.checked_in_at, device = NULL
  WHERE ticket_id = NEW.id AND session_id = (SELECT id FROM sessions WHERE number = NEW.session_number)
    AND (status, checked_in_at) IS NOT (NEW.status, NEW.checked_in_at);
END;
--> statement-breakpoint
-- A ticket that comes back to the session as it left gets the state of what was recorded in the meantime.
CREATE TRIGGER tickets_move_check_ins AFTER UPDATE OF id, session_number ON tickets
WHEN (NEW.id <> OLD.id OR NEW.session_number <> OLD.session_number)
  AND EXISTS (SELECT 1 FROM ticket_bases WHERE ticket_id = NEW.id) BEGIN
  UPDATE ticket_bases SET
    version = iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at), version, lower(hex(randomblob(8)))),
    base_status = iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at), base_status, NEW.status),
    base_checked_in_at =
      iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at), base_checked_in_at, NEW.checked_in_at),
    base_device = iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at), base_device, NULL),
    walk_in_id = iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at), walk_in_id, NULL),
    status = iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at),
      (SELECT ticket_states.status FROM ticket_states
        WHERE ticket_id = NEW.id AND session_id = ticket_bases.session_id), NEW.status),
    checked_in_at = iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at),
      (SELECT ticket_states.checked_in_at FROM ticket_states
        WHERE ticket_id = NEW.id AND session_id = ticket_bases.session_id), NEW.checked_in_at),
    device = iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at),
      (SELECT ticket_states.device FROM ticket_states
        WHERE ticket_id = NEW.id AND session_id = ticket_bases.session_id), NULL)
  WHERE ticket_id = NEW.id AND session_id = (SELECT id FROM sessions WHERE number = NEW.session_number)
    AND ((status, checked_in_at) IS NOT (NEW.status, NEW.checked_in_at)
      OR (NEW.status, NEW.checked_in_at) IS NOT (SELECT ticket_states.status, ticket_states.checked_in_at
        FROM ticket_states WHERE ticket_id = NEW.id AND session_id = ticket_bases.session_id));
END;
--> statement-breakpoint
CREATE TRIGGER tickets_insert_check_ins AFTER INSERT ON tickets
WHEN EXISTS (SELECT 1 FROM ticket_bases WHERE ticket_id = NEW.id) BEGIN
  UPDATE ticket_bases SET version = lower(hex(randomblob(8))), base_status = NEW.status,
    base_checked_in_at = NEW.checked_in_at, base_device = NULL, walk_in_id = NULL,
    status = NEW.status, checked_in_at = NEW.checked_in_at, device = NULL
  WHERE ticket_id = NEW.id AND session_id = (SELECT id FROM sessions WHERE number = NEW.session_number)
    AND ((status, checked_in_at) IS NOT (NEW.status, NEW.checked_in_at)
      OR (NEW.status, NEW.checked_in_at) IS NOT (SELECT ticket_states.status, ticket_states.checked_in_at
        FROM ticket_states WHERE ticket_id = NEW.id AND session_id = ticket_bases.session_id));
END;
--> statement-breakpoint
-- An export reads one table after the other while check-ins go on. If a restored base does not fit its ticket, the ticket
-- is right: it was read last.
CREATE TRIGGER restore_check_ins AFTER INSERT ON ticket_bases
WHEN EXISTS (SELECT 1 FROM tickets WHERE id = NEW.ticket_id
  AND +session_number = (SELECT number FROM sessions WHERE id = NEW.session_id)
  AND (status, checked_in_at) IS NOT (NEW.status, NEW.checked_in_at)) BEGIN
  UPDATE ticket_bases SET
    (version, base_status, base_checked_in_at, base_device, walk_in_id, status, checked_in_at, device) = (
    SELECT lower(hex(randomblob(8))), status, checked_in_at, device, NULL, status, checked_in_at, device FROM tickets
    WHERE id = NEW.ticket_id)
  WHERE ticket_id = NEW.ticket_id AND session_id = NEW.session_id;
END;
--> statement-breakpoint
-- Check-ins are deleted when they are no longer needed. The ticket stays as it is, and that becomes its base. A check-in
-- of an unknown ticket has no base.
CREATE TRIGGER forget_check_ins AFTER DELETE ON check_ins
WHEN OLD.type = 'CheckIn' AND OLD.outcome <> 'UnknownTicket' BEGIN
  DELETE FROM ticket_bases WHERE ticket_id = OLD.ticket_id AND session_id = OLD.session_id;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_delete_check_ins AFTER DELETE ON sessions BEGIN
  DELETE FROM check_ins WHERE session_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_delete_unmatched_items AFTER DELETE ON sessions BEGIN
  DELETE FROM unmatched_items WHERE session_id = OLD.id;
END;

--> statement-breakpoint
-- The feed of what happens. Whoever writes, an event is written in the transaction of the change, so events have the order
-- of commits. A new type of event is one more trigger, and its name in src/db/schema/feed.ts.
-- The sessions whose events are written: those of organizers whose feed is on. A look for one that is not reads two rows.
CREATE VIEW feed_sessions AS
SELECT sessions.number, sessions.id, sessions.organizer_id
FROM sessions CROSS JOIN feeds ON feeds.organizer_id = sessions.organizer_id AND muted = 0;
--> statement-breakpoint
CREATE TRIGGER feed_events_delete_gone AFTER DELETE ON feed_events BEGIN
  UPDATE feeds SET gone = OLD.number WHERE organizer_id = OLD.organizer_id AND gone < OLD.number;
END;
--> statement-breakpoint
-- A feed is on while its organizer wants it or has a webhook. One that is switched on again begins anew. A restore inserts
-- organizers before what they have, and feeds last, so that it fills no feed.
CREATE TRIGGER organizers_start_feed AFTER UPDATE OF feed ON organizers WHEN NEW.feed = 1 BEGIN
  INSERT INTO feeds (organizer_id, gone)
  VALUES (NEW.id, (SELECT coalesce(max(number), 0) FROM feed_events WHERE organizer_id = NEW.id))
  ON CONFLICT (organizer_id) DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER organizers_end_feed AFTER UPDATE OF feed ON organizers
WHEN NEW.feed = 0 AND NOT EXISTS (SELECT 1 FROM webhooks WHERE organizer_id = NEW.id) BEGIN
  DELETE FROM feeds WHERE organizer_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_start_feed AFTER INSERT ON webhooks BEGIN
  INSERT INTO feeds (organizer_id, gone) VALUES (NEW.organizer_id,
    (SELECT coalesce(max(number), 0) FROM feed_events WHERE organizer_id = NEW.organizer_id))
  ON CONFLICT (organizer_id) DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_end_feed AFTER DELETE ON webhooks
WHEN NOT EXISTS (SELECT 1 FROM webhooks WHERE organizer_id = OLD.organizer_id)
  AND NOT EXISTS (SELECT 1 FROM organizers WHERE id = OLD.organizer_id AND feed = 1) BEGIN
  DELETE FROM feeds WHERE organizer_id = OLD.organizer_id;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_insert_feed AFTER INSERT ON tickets BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, id, 'ticket.created', json_object('ticketId', NEW.id) FROM feed_sessions
  WHERE number = NEW.session_number;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_status_feed AFTER UPDATE OF status ON tickets
WHEN NEW.status <> OLD.status AND NEW.status <> 'Valid' BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, id, 'ticket.' || iif(NEW.status = 'CheckedIn', 'checked_in', lower(NEW.status)),
    json_object('ticketId', NEW.id) FROM feed_sessions
  WHERE number = NEW.session_number;
END;
--> statement-breakpoint
-- A ticket that becomes valid again has changed, unless a check-in was undone, which clears the device.
CREATE TRIGGER tickets_update_feed
AFTER UPDATE OF session_number, ticket_number, seat_label, ticket_type_id, reference, code, current_holder_id, holder_email,
  attendee_name, attendee_email, attendee_company, note, flag, status ON tickets
WHEN (NEW.session_number, NEW.ticket_number COLLATE BINARY, NEW.seat_label, NEW.ticket_type_id, NEW.reference, NEW.code,
    NEW.current_holder_id, NEW.holder_email, NEW.attendee_name, NEW.attendee_email, NEW.attendee_company, NEW.note, NEW.flag)
  IS NOT (OLD.session_number, OLD.ticket_number, OLD.seat_label, OLD.ticket_type_id, OLD.reference, OLD.code,
    OLD.current_holder_id, OLD.holder_email, OLD.attendee_name, OLD.attendee_email, OLD.attendee_company, OLD.note, OLD.flag)
  OR NEW.status = 'Valid' AND OLD.status <> 'Valid' AND NEW.device IS OLD.device BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, id, 'ticket.changed', json_object('ticketId', NEW.id, 'fields', json('[' || substr(
    iif(NEW.session_number <> OLD.session_number, ',"session"', '')
    || iif(NEW.ticket_number IS NOT OLD.ticket_number COLLATE BINARY, ',"number"', '')
    || iif(NEW.seat_label IS NOT OLD.seat_label, ',"seat"', '')
    || iif(NEW.ticket_type_id <> OLD.ticket_type_id, ',"type"', '')
    || iif(NEW.reference IS NOT OLD.reference, ',"reference"', '')
    || iif(NEW.code <> OLD.code, ',"code"', '')
    || iif((NEW.current_holder_id, NEW.holder_email) IS NOT (OLD.current_holder_id, OLD.holder_email), ',"holder"', '')
    || iif((NEW.attendee_name, NEW.attendee_email, NEW.attendee_company)
      IS NOT (OLD.attendee_name, OLD.attendee_email, OLD.attendee_company), ',"name"', '')
    || iif((NEW.note, NEW.flag) IS NOT (OLD.note, OLD.flag), ',"note"', '')
    || iif(NEW.status = 'Valid' AND OLD.status <> 'Valid' AND NEW.device IS OLD.device, ',"status"', ''),
    2) || ']')) FROM feed_sessions
  WHERE number = NEW.session_number;
END;
--> statement-breakpoint
-- What is deleted was voided, as far as others need to know.
CREATE TRIGGER tickets_delete_feed AFTER DELETE ON tickets BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, id, 'ticket.voided', json_object('ticketId', OLD.id, 'deleted', json('true')) FROM feed_sessions
  WHERE number = OLD.session_number;
END;
--> statement-breakpoint
-- What the state of a ticket does not show.
CREATE TRIGGER check_ins_feed AFTER UPDATE OF outcome, admitted ON check_ins
WHEN NEW.undone_at IS NULL AND (
  OLD.outcome IS NULL AND NEW.outcome IN ('ReEntered', 'Left')
  OR NEW.outcome = 'AlreadyCheckedIn' AND NEW.admitted = 1 AND (OLD.outcome IS NULL OR OLD.admitted = 0)) BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, id,
    iif(NEW.outcome = 'ReEntered', 'ticket.re_entered', iif(NEW.outcome = 'Left', 'ticket.left', 'ticket.admitted_twice')),
    json_object('ticketId', NEW.ticket_id, 'checkInId', NEW.id) FROM feed_sessions
  WHERE id = NEW.session_id;
END;
--> statement-breakpoint
-- The undo of a question that let nobody in is no event, nor that of an item that never counted.
CREATE TRIGGER check_ins_undo_feed AFTER UPDATE OF undone_at ON check_ins
WHEN OLD.outcome IS NOT NULL AND OLD.undone_at IS NULL AND NEW.undone_at IS NOT NULL
  AND (NEW.admitted = 1 OR NEW.outcome IN ('CheckedIn', 'Entered', 'ReEntered', 'Left')) BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, id, 'check_in.undone', json_object('ticketId', NEW.ticket_id, 'checkInId', NEW.id)
  FROM feed_sessions WHERE id = NEW.session_id;
END;
--> statement-breakpoint
-- The organizer of a new session is that of its event. Another trigger copies it, and none relies on the order.
CREATE TRIGGER sessions_insert_feed AFTER INSERT ON sessions BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, NEW.id, 'session.changed', json_object('created', json('true')) FROM feeds
  WHERE organizer_id = (SELECT organizer_id FROM events WHERE id = NEW.event_id) AND muted = 0;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_update_feed
AFTER UPDATE OF starts_at, capacity, venue_id, doors_open_offset_minutes, series_id ON sessions
WHEN (NEW.starts_at, NEW.capacity, NEW.venue_id, NEW.doors_open_offset_minutes, NEW.series_id)
  IS NOT (OLD.starts_at, OLD.capacity, OLD.venue_id, OLD.doors_open_offset_minutes, OLD.series_id) BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, NEW.id, 'session.changed', json_object('fields', json('[' || substr(
    iif(NEW.starts_at <> OLD.starts_at, ',"startsAt"', '')
    || iif(NEW.capacity <> OLD.capacity, ',"capacity"', '')
    || iif(NEW.venue_id IS NOT OLD.venue_id, ',"venueId"', '')
    || iif(NEW.doors_open_offset_minutes IS NOT OLD.doors_open_offset_minutes, ',"doorsOpenOffset"', '')
    || iif(NEW.series_id IS NOT OLD.series_id, ',"seriesId"', ''),
    2) || ']')) FROM feeds
  WHERE organizer_id = NEW.organizer_id AND muted = 0;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_delete_feed AFTER DELETE ON sessions BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, OLD.id, 'session.changed', json_object('deleted', json('true')) FROM feeds
  WHERE organizer_id = OLD.organizer_id AND muted = 0;
END;
--> statement-breakpoint
-- An import and its revert are one event each, though the feed is muted for their tickets.
CREATE TRIGGER audit_log_feed AFTER INSERT ON audit_log
WHEN NEW.action IN ('tickets.import', 'tickets.revert') AND NEW.entity_type = 'session' BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, NEW.entity_id, iif(NEW.action = 'tickets.import', 'import.applied', 'import.reverted'),
    json_object('recordId', iif(NEW.action = 'tickets.import', NEW.call_id, NEW.change ->> 'recordId')) FROM feeds
  WHERE organizer_id = NEW.organizer_id;
END;
