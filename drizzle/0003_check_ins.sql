-- Entries to the venue or one of its areas that count while the ticket has the base that they were recorded on: check-ins that
-- let somebody in and were not undone. All exits count, whether or not the guest was inside. So does what was recorded while
-- the ticket was in another session, once it has come back.
CREATE VIEW live_entries AS
SELECT number, session_id, ticket_id, base_version, area_id, at, id, device FROM check_ins INDEXED BY check_ins_live
WHERE undone_at IS NULL AND (outcome IN ('CheckedIn', 'Entered', 'ReEntered')
  OR outcome IN ('AlreadyCheckedIn', 'WrongArea', 'NotNow', 'NotValid') AND admitted = 1
  OR outcome = 'UnknownTicket' AND admitted = 1 AND base_version IS NOT NULL);
--> statement-breakpoint
CREATE VIEW live_area_entries AS
SELECT number, session_id, ticket_id, base_version, area_id, at, id FROM check_ins INDEXED BY check_ins_live_in_areas
WHERE undone_at IS NULL AND (outcome IN ('CheckedIn', 'Entered', 'ReEntered')
  OR outcome IN ('AlreadyCheckedIn', 'WrongArea', 'NotNow', 'NotValid') AND admitted = 1
  OR outcome = 'UnknownTicket' AND admitted = 1 AND base_version IS NOT NULL) AND area_id <> '';
--> statement-breakpoint
CREATE VIEW live_exits AS
SELECT number, session_id, ticket_id, base_version, area_id, at FROM check_ins INDEXED BY check_ins_exits
WHERE undone_at IS NULL AND (outcome IN ('Left', 'NotInside')
  OR outcome = 'UnknownTicket' AND type = 'Exit' AND base_version IS NOT NULL);
--> statement-breakpoint
-- A ticket as it follows from its base and the entries and exits since. The earliest entry decides, or the time of the base
-- where that is CheckedIn and earlier. Without any, the ticket of a walk-in is void. The presence is NULL where the status and
-- its time say it all. It follows fold in src/domain/check-in-rule.ts, and reads few rows however many entries there are.
-- Each exit is one, up to 200. Entries and exits on a base that is refunded or void change nothing. It knows no covers.
CREATE VIEW ticket_states AS
SELECT base.ticket_id, base.session_id,
  iif(live.number IS NOT NULL, 'CheckedIn', iif(walk_in_id IS NULL, base_status, 'Voided')) AS status,
  iif(live.number IS NULL OR base_status = 'CheckedIn' AND base_checked_in_at <= live.at, base_checked_in_at, live.at)
    AS checked_in_at,
  iif(live.number IS NULL OR base_status = 'CheckedIn' AND base_checked_in_at <= live.at,
    base_device, coalesce(live.device, '')) AS device,
  iif(base_status IN ('Refunded', 'Voided') OR gone.number IS NULL
    AND (live.number IS NULL
      OR NOT EXISTS (SELECT 1 FROM live_entries WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version) AND at > live.at)
        AND (base_status <> 'CheckedIn' OR coalesce(base_checked_in_at, live.at) = live.at))
    AND NOT EXISTS (SELECT 1 FROM live_area_entries WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version)), NULL,
  json_object(
    'inside', json(iif((live.number IS NOT NULL OR base_status = 'CheckedIn') AND (gone.number IS NULL
      OR max(coalesce((SELECT max(at) FROM live_entries WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version)), -1), iif(base_status = 'CheckedIn', coalesce(base_checked_in_at, -1), -1)) >= gone.at),
      'true', 'false')),
    'areas', json((SELECT json_group_array(id) FROM (
      SELECT id FROM areas INDEXED BY areas_by_event
      WHERE event_id = (SELECT event_id FROM sessions WHERE id = base.session_id)
        AND (SELECT max(at) FROM live_area_entries WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version) AND area_id = areas.id) >= max(coalesce(gone.at, -1),
          coalesce((SELECT max(at) FROM live_exits WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version) AND area_id = areas.id), -1))
      ORDER BY id))),
    'lastIn', iif(live.number IS NULL, iif(base_status = 'CheckedIn', base_checked_in_at, NULL),
      max((SELECT max(at) FROM live_entries WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version)), iif(base_status = 'CheckedIn', coalesce(base_checked_in_at, -1), -1))),
    'lastOut', gone.at,
    'entries', iif(gone.number IS NULL, live.number IS NOT NULL OR base_status = 'CheckedIn',
      (SELECT count(*) FROM (
        SELECT -1 AS at, (SELECT min(at) FROM live_exits WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version) AND area_id = '') AS next_at
        UNION ALL
        SELECT at, lead(at) OVER (ORDER BY at) FROM (
          SELECT at FROM live_exits WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version) AND area_id = '' ORDER BY at LIMIT 200)) AS stay
      WHERE base_status = 'CheckedIn' AND coalesce(base_checked_in_at, -1) >= stay.at
          AND coalesce(base_checked_in_at, -1) < coalesce(stay.next_at, 1e18)
        OR EXISTS (SELECT 1 FROM live_entries WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version)
          AND live_entries.at >= stay.at AND live_entries.at < coalesce(stay.next_at, 1e18))))
  )) AS presence
FROM ticket_bases AS base
LEFT JOIN check_ins AS live ON base_status NOT IN ('Refunded', 'Voided') AND live.number = (SELECT number FROM live_entries WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version) ORDER BY at, id LIMIT 1)
LEFT JOIN check_ins AS gone ON gone.number = (
  SELECT number FROM live_exits WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version) AND area_id = '' ORDER BY at DESC LIMIT 1);
--> statement-breakpoint
-- The outcome of an item, with the entry or exit before it. Nobody is inside with a covered ticket. It follows outcomeOf in
-- src/domain/check-in-rule.ts.
CREATE VIEW item_outcomes AS
SELECT item.number, base.version, base.repeats, undo.at AS undone_at, undo.subject AS undone_by,
  iif(undo.number IS NOT NULL, 'Undone',
  iif(item.type = 'Tally', 'Counted',
  iif(base.version IS NULL, 'UnknownTicket',
  iif(item.type = 'Exit', iif(tickets.cover IS NULL AND iif(item.area_id = '', coalesce(base.presence ->> 'inside', base.status = 'CheckedIn'),
    item.area_id IN (SELECT value FROM json_each(base.presence, '$.areas'))), 'Left', 'NotInside'),
  iif(base_status IN ('Refunded', 'Voided') OR tickets.cover IS NOT NULL, 'NotValid',
  iif(item.area_id <> '' AND rule.areas IS NOT NULL
    AND item.area_id NOT IN (SELECT value FROM json_each(rule.areas)), 'WrongArea',
  iif(base.status <> 'CheckedIn', iif(item.at < starts_at + from_minutes * 60000
    OR item.at > starts_at + until_minutes * 60000, 'NotNow', 'CheckedIn'),
  iif(entries <> 'Any' AND iif(item.area_id = '', coalesce(base.presence ->> 'inside', 1),
    item.area_id IN (SELECT value FROM json_each(base.presence, '$.areas'))), 'AlreadyCheckedIn',
  iif(entries = 'Once' AND base.presence ->> 'inside' = 0, 'AlreadyCheckedIn',
  iif(item.area_id <> '' AND coalesce(base.presence ->> 'inside', 1), 'Entered', 'ReEntered')))))))))) AS outcome,
  iif(base.status = 'CheckedIn' AND entries = 'Any' AND coalesce(base.presence ->> 'inside', 1), NULL,
    iif(coalesce(base.presence ->> 'inside', 1) = 0 AND entries <> 'Once', gone.at,
      iif(base.checked_in_at < base.presence ->> 'lastOut', coalesce(stay.at, base.checked_in_at), base.checked_in_at)))
    AS earlier_at,
  nullif(iif(base.status = 'CheckedIn' AND entries = 'Any' AND coalesce(base.presence ->> 'inside', 1), NULL,
    iif(coalesce(base.presence ->> 'inside', 1) = 0 AND entries <> 'Once', gone.device,
      iif(base.checked_in_at < base.presence ->> 'lastOut' AND stay.number IS NOT NULL, stay.device, base.device))), '')
    AS earlier_device
FROM check_ins AS item
CROSS JOIN sessions ON sessions.id = item.session_id
LEFT JOIN tickets ON tickets.id = item.ticket_id AND +tickets.session_number = sessions.number
LEFT JOIN ticket_bases AS base ON base.ticket_id = tickets.id AND base.session_id = item.session_id
LEFT JOIN ticket_types AS rule ON rule.id = tickets.ticket_type_id
LEFT JOIN check_ins AS undo ON undo.number = (
  SELECT min(number) FROM (
    SELECT min(number) AS number FROM check_ins INDEXED BY check_ins_undos
    WHERE session_id = item.session_id AND check_in_id = item.id AND of_subject = '' AND type = 'Undo'
    UNION ALL
    SELECT min(number) FROM check_ins INDEXED BY check_ins_undos
    WHERE session_id = item.session_id AND check_in_id = item.id AND of_subject = item.subject AND type = 'Undo'))
LEFT JOIN check_ins AS gone ON base.presence ->> 'inside' = 0 AND gone.number = (
  SELECT number FROM live_exits WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version) AND area_id = '' ORDER BY at DESC LIMIT 1)
LEFT JOIN check_ins AS stay ON base.presence ->> 'inside' = 1 AND stay.number = (
  SELECT number FROM live_entries WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version) AND at >= base.presence ->> 'lastOut' ORDER BY at, id LIMIT 1);
--> statement-breakpoint
-- Whether somebody was in the venue when they entered an area, and whether they were in what they entered. A
-- check-in by another part of the platform has no row here, so beside a later one the entry counts as the second. It follows
-- fold in src/domain/check-in-rule.ts. With the plus sign, SQLite searches the index by time and
-- id, and otherwise by the time alone.
CREATE VIEW entry_orders AS
SELECT entry.number,
  base_status NOT IN ('Refunded', 'Voided') AND entry.area_id <> '' AND max(coalesce(earlier.at, -2),
    iif(base_status = 'CheckedIn' AND coalesce(base_checked_in_at, -1) <= entry.at, coalesce(base_checked_in_at, -1), -2))
    >= coalesce(gone.at, -1) AS was_inside,
  base_status NOT IN ('Refunded', 'Voided') AND entries <> 'Any' AND iif(entry.area_id = '',
    max(coalesce(earlier.at, -2),
      iif(base_status = 'CheckedIn' AND coalesce(base_checked_in_at, -1) <= entry.at, coalesce(base_checked_in_at, -1), -2))
      >= coalesce(gone.at, -1) OR base_status = 'CheckedIn' AND coalesce(base_checked_in_at, -1) > entry.at,
    coalesce(sooner.at, -2) >= max(coalesce(gone.at, -1), coalesce(gone_area.at, -1))) AS passback
FROM check_ins AS entry
CROSS JOIN ticket_bases AS base
  ON base.ticket_id = entry.ticket_id AND base.session_id = entry.session_id AND version = entry.base_version
CROSS JOIN tickets ON tickets.id = entry.ticket_id
CROSS JOIN ticket_types AS rule ON rule.id = tickets.ticket_type_id
LEFT JOIN check_ins AS earlier ON earlier.number = (
  SELECT number FROM live_entries WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version) AND (at, id) < (entry.at, +entry.id) ORDER BY at DESC, id DESC LIMIT 1)
LEFT JOIN check_ins AS gone ON gone.number = (
  SELECT number FROM live_exits WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version) AND area_id = '' AND at <= entry.at ORDER BY at DESC LIMIT 1)
LEFT JOIN check_ins AS sooner ON entry.area_id <> '' AND sooner.number = (
  SELECT number FROM live_area_entries WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version) AND area_id = entry.area_id AND (at, id) < (entry.at, +entry.id)
  ORDER BY at DESC, id DESC LIMIT 1)
LEFT JOIN check_ins AS gone_area ON entry.area_id <> '' AND gone_area.number = (
  SELECT number FROM live_exits WHERE (session_id, ticket_id, base_version) = (base.session_id, base.ticket_id, version) AND area_id = entry.area_id AND at <= entry.at ORDER BY at DESC LIMIT 1);
--> statement-breakpoint
-- Triggers that carry out new items, one after the other in the order of the INSERT. Rows that a restore inserts have an
-- outcome and are left alone. Each trigger is one statement in capitals with LF line ends, and its condition is in WHEN:
-- see the migration of the counts. A plus sign keeps SQLite from searching all tickets of the session.
-- The base of a ticket is what it is before the first item, without its cover. A covered ticket without a row here is valid
-- or, with a time, checked in by others. This trigger runs before all others.
CREATE TRIGGER base_check_ins BEFORE INSERT ON check_ins
WHEN NEW.type IN ('CheckIn', 'Exit') AND NEW.outcome IS NULL BEGIN
  INSERT INTO ticket_bases
    (ticket_id, session_id, base_status, base_checked_in_at, base_device, status, checked_in_at, device, presence, covered)
  SELECT id, NEW.session_id, plain, checked_in_at, device, plain, checked_in_at, device, presence, cover IS NOT NULL
  FROM (SELECT *, iif(cover IS NULL, status, iif(checked_in_at IS NULL, 'Valid', 'CheckedIn')) AS plain FROM tickets)
  WHERE id = NEW.ticket_id AND +session_number = (SELECT number FROM sessions WHERE id = NEW.session_id)
  ON CONFLICT (ticket_id, session_id) DO NOTHING;
END;
--> statement-breakpoint
-- Bounds, so that nobody can fill the database. Whatever admits somebody, every exit, and the undo of what is live, is always
-- recorded. Of the questions that change nothing, a ticket keeps 200. Further ones get no version of the base, are answered, and
-- are then deleted by the statement that recorded the batch, like those about unknown tickets.
CREATE TRIGGER limit_tallies BEFORE INSERT ON check_ins
WHEN NEW.type = 'Tally' AND NEW.outcome IS NULL
  AND (SELECT tallies >= 20000 FROM area_counts
    WHERE session_number = (SELECT number FROM sessions WHERE id = NEW.session_id))
  AND NOT EXISTS (SELECT 1 FROM check_ins WHERE session_id = NEW.session_id AND id = NEW.id) BEGIN
  SELECT RAISE(ABORT, 'check_ins: 20,000 tallies');
END;
--> statement-breakpoint
-- An undo without effect is recorded too, because its check-in may arrive later. That of a kiosk undoes only its own items. The row without a subject counts those
-- of all subjects.
CREATE TRIGGER limit_undos BEFORE INSERT ON check_ins
WHEN NEW.type = 'Undo' AND NEW.outcome IS NULL
  AND EXISTS (SELECT 1 FROM unmatched_items WHERE session_id = NEW.session_id AND subject IN (NEW.subject, '')
    AND items >= iif(subject = '', 5000, 1000))
  AND NOT EXISTS (SELECT 1 FROM check_ins
    WHERE session_id = NEW.session_id AND id = NEW.check_in_id AND type <> 'Undo' AND undone_at IS NULL
      AND NEW.of_subject IN ('', subject))
  AND NOT EXISTS (SELECT 1 FROM check_ins WHERE session_id = NEW.session_id AND id = NEW.id) BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER count_repeats AFTER UPDATE OF outcome ON check_ins
WHEN OLD.outcome IS NULL AND NEW.admitted = 0 AND NEW.base_version IS NOT NULL
  AND NEW.outcome IN ('AlreadyCheckedIn', 'WrongArea', 'NotNow', 'NotValid') BEGIN
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
-- Decides the outcome of an item. An undo that came first has undone it.
CREATE TRIGGER decide_check_ins AFTER INSERT ON check_ins
WHEN NEW.type <> 'Undo' AND NEW.outcome IS NULL BEGIN
  UPDATE check_ins SET (outcome, base_version, earlier_at, earlier_device, undone_at, undone_by) = (
    SELECT outcome,
      iif(NEW.admitted = 0 AND repeats >= 200
        AND outcome IN ('AlreadyCheckedIn', 'WrongArea', 'NotNow', 'NotValid'), NULL, version),
      earlier_at, earlier_device, undone_at, undone_by FROM item_outcomes WHERE number = NEW.number)
  WHERE number = NEW.number;
END;
--> statement-breakpoint
-- An entry or exit with a ticket that has moved to another session has a base here, too: what the ticket is there before its
-- first item. Until it comes back, the base is covered, so that nothing on it counts.
CREATE TRIGGER base_moved_check_ins BEFORE UPDATE OF outcome ON check_ins
WHEN OLD.outcome IS NULL AND NEW.outcome = 'UnknownTicket' AND (NEW.admitted = 1 OR NEW.type = 'Exit')
  AND EXISTS (SELECT 1 FROM ticket_changes WHERE ticket_id = NEW.ticket_id
    AND session_number = (SELECT number FROM sessions WHERE id = NEW.session_id)) BEGIN
  INSERT INTO ticket_bases (ticket_id, session_id, base_status, base_checked_in_at, status, checked_in_at, covered)
  SELECT NEW.ticket_id, NEW.session_id, plain.status, plain.checked_in_at, plain.status, plain.checked_in_at, 1
  FROM (
    SELECT base_status AS status, base_checked_in_at AS checked_in_at FROM tickets CROSS JOIN ticket_bases
    ON ticket_id = tickets.id AND session_id = (SELECT id FROM sessions WHERE number = session_number)
    WHERE tickets.id = NEW.ticket_id
    UNION ALL SELECT iif(cover IS NULL, status, iif(checked_in_at IS NULL, 'Valid', 'CheckedIn')), checked_in_at
    FROM tickets WHERE id = NEW.ticket_id
    LIMIT 1) AS plain
  WHERE true
  ON CONFLICT (ticket_id, session_id) DO UPDATE SET covered = 1;
END;
--> statement-breakpoint
-- It writes the outcome, too, so that the triggers of entries see the item with its base.
CREATE TRIGGER place_moved_check_ins AFTER UPDATE OF outcome ON check_ins
WHEN OLD.outcome IS NULL AND NEW.outcome = 'UnknownTicket' AND (NEW.admitted = 1 OR NEW.type = 'Exit')
  AND EXISTS (SELECT 1 FROM tickets CROSS JOIN ticket_bases ON ticket_id = tickets.id AND session_id = NEW.session_id
    WHERE tickets.id = NEW.ticket_id) BEGIN
  UPDATE check_ins SET outcome = 'UnknownTicket', base_version = (
    SELECT version FROM ticket_bases WHERE ticket_id = NEW.ticket_id AND session_id = NEW.session_id)
  WHERE number = NEW.number;
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
  WHERE session_id = NEW.session_id AND id = NEW.check_in_id AND type <> 'Undo' AND undone_at IS NULL
    AND NEW.of_subject IN ('', subject);
END;
--> statement-breakpoint
-- The state of a ticket follows each change of what counts. A ticket that is in another session keeps its state, and
-- gets the new one when it comes back.
CREATE TRIGGER follow_check_ins AFTER UPDATE OF outcome, admitted, undone_at ON check_ins
WHEN NEW.outcome IN ('CheckedIn', 'Entered', 'ReEntered', 'Left', 'NotInside')
  OR NEW.outcome IN ('AlreadyCheckedIn', 'WrongArea', 'NotNow', 'NotValid') AND NEW.admitted = 1
  OR NEW.outcome = 'UnknownTicket' AND NEW.base_version IS NOT NULL BEGIN
  UPDATE ticket_bases SET (status, checked_in_at, device, presence) = (
    SELECT status, checked_in_at, device, presence FROM ticket_states
    WHERE ticket_id = NEW.ticket_id AND session_id = NEW.session_id)
  WHERE ticket_id = NEW.ticket_id AND session_id = NEW.session_id AND base_status NOT IN ('Refunded', 'Voided')
    AND (OLD.outcome IS NULL OR EXISTS (SELECT 1 FROM tickets WHERE id = NEW.ticket_id
      AND +session_number = (SELECT number FROM sessions WHERE id = NEW.session_id)));
END;
--> statement-breakpoint
-- An entry or exit decides whether the next entry is one by somebody inside: the next of all, and the next to each area.
-- A new CheckedIn is the only entry of its ticket, so it decides nothing.
CREATE TRIGGER follow_entries AFTER UPDATE OF outcome, admitted, undone_at ON check_ins
WHEN (NEW.outcome IN ('CheckedIn', 'Entered', 'ReEntered', 'Left', 'NotInside')
  OR NEW.outcome IN ('AlreadyCheckedIn', 'WrongArea', 'NotNow', 'NotValid') AND NEW.admitted = 1
  OR NEW.outcome = 'UnknownTicket' AND NEW.base_version IS NOT NULL)
  AND NOT (OLD.outcome IS NULL AND NEW.outcome = 'CheckedIn') BEGIN
  UPDATE check_ins SET (was_inside, passback) = (
    SELECT was_inside, passback FROM entry_orders WHERE number = check_ins.number)
  WHERE number IN (
      SELECT NEW.number WHERE NEW.type = 'CheckIn'
      UNION ALL SELECT (SELECT number FROM live_entries
        WHERE session_id = NEW.session_id AND ticket_id = NEW.ticket_id AND base_version = NEW.base_version
          AND (at, id) > (NEW.at, iif(NEW.type = 'Exit', '', NEW.id)) ORDER BY at, id LIMIT 1)
      UNION ALL SELECT (SELECT number FROM live_area_entries
        WHERE session_id = NEW.session_id AND ticket_id = NEW.ticket_id AND base_version = NEW.base_version
          AND area_id = areas.id AND (at, id) > (NEW.at, iif(NEW.type = 'Exit', '', NEW.id)) ORDER BY at, id LIMIT 1)
      FROM areas INDEXED BY areas_by_event
      WHERE event_id = (SELECT event_id FROM sessions WHERE id = NEW.session_id)
        AND (NEW.type = 'Exit' OR NEW.area_id <> ''))
    AND (was_inside, passback) IS NOT (SELECT was_inside, passback FROM entry_orders WHERE number = check_ins.number)
    AND EXISTS (SELECT 1 FROM entry_orders WHERE number = check_ins.number);
END;
--> statement-breakpoint
-- What changes a plot of movements, but not the ticket, changes the version of the list too.
CREATE TRIGGER version_check_ins AFTER UPDATE OF outcome, admitted, undone_at ON check_ins
WHEN NEW.outcome IN ('AlreadyCheckedIn', 'WrongArea', 'NotNow', 'NotValid') AND NEW.admitted = 1
  OR NEW.outcome IN ('Entered', 'ReEntered', 'Left', 'NotInside', 'Counted')
  OR NEW.outcome = 'UnknownTicket' AND NEW.base_version IS NOT NULL
  OR NEW.outcome = 'CheckedIn' AND NEW.undone_at IS NOT NULL BEGIN
  UPDATE ticket_counts SET list_version = lower(hex(randomblob(8)))
  WHERE session_number = (SELECT number FROM sessions WHERE id = NEW.session_id);
END;
--> statement-breakpoint
-- People without tickets. A tally whose undo came first counts nobody.
CREATE TRIGGER count_tallies AFTER UPDATE OF outcome, undone_at ON check_ins
WHEN NEW.type = 'Tally' AND (OLD.outcome IS NULL OR OLD.undone_at IS NULL AND NEW.undone_at IS NOT NULL) BEGIN
  INSERT INTO area_counts (session_number, others, tallies)
  SELECT number, json_object(NEW.area_id,
    iif(NEW.undone_at IS NULL, NEW.people, iif(OLD.outcome IS NULL, 0, -NEW.people))), 1
  FROM sessions WHERE id = NEW.session_id
  ON CONFLICT (session_number) DO UPDATE SET
    others = json_set(others, '$."' || NEW.area_id || '"',
      coalesce((SELECT value FROM json_each(others) WHERE key = NEW.area_id), 0)
        + iif(NEW.undone_at IS NULL, NEW.people, iif(OLD.outcome IS NULL, 0, -NEW.people))),
    tallies = tallies + (OLD.outcome IS NULL);
END;
--> statement-breakpoint
CREATE TRIGGER count_restored_tallies AFTER INSERT ON check_ins WHEN NEW.type = 'Tally' AND NEW.outcome IS NOT NULL BEGIN
  INSERT INTO area_counts (session_number, others, tallies)
  SELECT number, json_object(NEW.area_id, iif(NEW.undone_at IS NULL, NEW.people, 0)), 1
  FROM sessions WHERE id = NEW.session_id
  ON CONFLICT (session_number) DO UPDATE SET
    others = json_set(others, '$."' || NEW.area_id || '"',
      coalesce((SELECT value FROM json_each(others) WHERE key = NEW.area_id), 0)
        + iif(NEW.undone_at IS NULL, NEW.people, 0)),
    tallies = tallies + 1;
END;
--> statement-breakpoint
-- No index has the presence, so an update of it alone writes none.
CREATE TRIGGER apply_presence AFTER UPDATE OF presence ON ticket_bases
WHEN NEW.presence IS NOT OLD.presence BEGIN
  UPDATE tickets SET presence = NEW.presence
  WHERE id = NEW.ticket_id AND +session_number = (SELECT number FROM sessions WHERE id = NEW.session_id)
    AND cover IS NULL AND (status, checked_in_at, device) IS (NEW.status, NEW.checked_in_at, NEW.device)
    AND presence IS NOT NEW.presence;
END;
--> statement-breakpoint
-- Of what goes on below a cover, a ticket shows the time. A cover that is not the status is about to go: see below.
CREATE TRIGGER apply_check_ins AFTER UPDATE OF status, checked_in_at, device ON ticket_bases BEGIN
  UPDATE tickets SET
    status = iif(cover = status, status, NEW.status),
    checked_in_at = iif(cover = status AND NEW.status <> 'CheckedIn', NULL, NEW.checked_in_at),
    device = iif(cover = status, NULL, NEW.device),
    presence = iif(cover = status, NULL, NEW.presence)
  WHERE id = NEW.ticket_id AND +session_number = (SELECT number FROM sessions WHERE id = NEW.session_id)
    AND iif(cover = status, checked_in_at IS NOT iif(NEW.status = 'CheckedIn', NEW.checked_in_at, NULL),
      (status, checked_in_at, device) IS NOT (NEW.status, NEW.checked_in_at, NEW.device));
END;
--> statement-breakpoint
-- Other parts of the platform write tickets too. A ticket that differs from what follows from its base and check-ins was
-- written by them, and becomes the base. The triggers above write ticket_bases first, so their own writes do not differ.
-- Nor does a statement that lays a cover or takes it away (src/domain/tickets/cover.ts): it writes the cover with the status.
-- One that writes the status alone writes a base. Under a cover, a time that others write is that of the base.
CREATE TRIGGER tickets_update_check_ins AFTER UPDATE OF status, checked_in_at ON tickets
WHEN NEW.id = OLD.id AND NEW.session_number = OLD.session_number
  AND EXISTS (SELECT 1 FROM ticket_bases WHERE ticket_id = NEW.id) BEGIN
  UPDATE ticket_bases SET (version, base_status, base_checked_in_at, base_device, walk_in_id,
      status, checked_in_at, device, presence) = (
    SELECT lower(hex(randomblob(8))), plain, NEW.checked_in_at, NULL, NULL, plain, NEW.checked_in_at, NULL, NULL
    FROM (SELECT iif(NEW.cover = NEW.status, iif(NEW.checked_in_at IS NULL, 'Valid', 'CheckedIn'), NEW.status) AS plain))
  WHERE ticket_id = NEW.id AND session_id = (SELECT id FROM sessions WHERE number = NEW.session_number)
    AND iif(NEW.cover IS NULL, (status, checked_in_at) IS NOT (NEW.status, NEW.checked_in_at),
      NEW.cover <> NEW.status OR NEW.checked_in_at IS NOT iif(status = 'CheckedIn', checked_in_at, NULL));
END;
--> statement-breakpoint
CREATE TRIGGER tickets_clear_cover_check_ins AFTER UPDATE OF status ON tickets WHEN NEW.cover <> NEW.status BEGIN
  UPDATE tickets SET cover = NULL, cover_record = NULL WHERE key = NEW.key;
END;
--> statement-breakpoint
-- What a new cover would hide without a trace: a base that is refunded, void, or checked in at no time.
CREATE TRIGGER tickets_cover_base_check_ins BEFORE UPDATE OF cover ON tickets
WHEN OLD.cover IS NULL AND NEW.cover IS NOT NULL
  AND (OLD.status IN ('Refunded', 'Voided') OR (OLD.status = 'Valid') <> (OLD.checked_in_at IS NULL)) BEGIN
  INSERT INTO ticket_bases (ticket_id, session_id, base_status, base_checked_in_at, base_device,
    status, checked_in_at, device, presence)
  SELECT OLD.id, id, OLD.status, OLD.checked_in_at, OLD.device, OLD.status, OLD.checked_in_at, OLD.device, OLD.presence
  FROM sessions WHERE number = OLD.session_number
  ON CONFLICT (ticket_id, session_id) DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER tickets_cover_check_ins AFTER UPDATE OF cover ON tickets
WHEN (NEW.cover IS NULL) <> (OLD.cover IS NULL) AND EXISTS (SELECT 1 FROM ticket_bases WHERE ticket_id = NEW.id) BEGIN
  UPDATE ticket_bases SET covered = NEW.cover IS NOT NULL
  WHERE ticket_id = NEW.id AND session_id = (SELECT id FROM sessions WHERE number = NEW.session_number);
END;
--> statement-breakpoint
-- A base without check-ins is kept only below a cover.
CREATE TRIGGER tickets_uncover_check_ins AFTER UPDATE OF cover ON tickets
WHEN NEW.cover IS NULL AND OLD.cover IS NOT NULL AND EXISTS (SELECT 1 FROM ticket_bases WHERE ticket_id = NEW.id) BEGIN
  DELETE FROM ticket_bases
  WHERE ticket_id = NEW.id AND session_id = (SELECT id FROM sessions WHERE number = NEW.session_number)
    AND walk_in_id IS NULL AND NOT EXISTS (SELECT 1 FROM check_ins INDEXED BY check_ins_by_ticket
      WHERE session_id = ticket_bases.session_id AND ticket_id = NEW.id AND type IN ('CheckIn', 'Exit'));
END;
--> statement-breakpoint
CREATE TRIGGER tickets_delete_cover_check_ins AFTER DELETE ON tickets WHEN OLD.cover IS NOT NULL BEGIN
  DELETE FROM ticket_bases
  WHERE ticket_id = OLD.id AND session_id = (SELECT id FROM sessions WHERE number = OLD.session_number)
    AND NOT EXISTS (SELECT 1 FROM check_ins INDEXED BY check_ins_by_ticket
      WHERE session_id = ticket_bases.session_id AND ticket_id = OLD.id AND type IN ('CheckIn', 'Exit'));
END;
--> statement-breakpoint
-- A ticket that leaves its session without a fact takes along what may still be reported of it: an admission that a device had
-- only asked for counts once the ticket is back.
CREATE TRIGGER tickets_leave_check_ins AFTER UPDATE OF session_number ON tickets
WHEN NEW.session_number <> OLD.session_number AND EXISTS (SELECT 1 FROM ticket_bases WHERE ticket_id = OLD.id) BEGIN
  UPDATE ticket_bases SET covered = 1
  WHERE ticket_id = OLD.id AND session_id = (SELECT id FROM sessions WHERE number = OLD.session_number)
    AND covered = 0 AND status <> 'CheckedIn' AND presence IS NULL;
END;
--> statement-breakpoint
-- A ticket that comes back to the session as it left gets the state of what was recorded in the meantime.
CREATE TRIGGER tickets_move_check_ins AFTER UPDATE OF id, session_number ON tickets
WHEN (NEW.id <> OLD.id OR NEW.session_number <> OLD.session_number) AND NEW.cover IS NOT NEW.status
  AND EXISTS (SELECT 1 FROM ticket_bases WHERE ticket_id = NEW.id) BEGIN
  UPDATE ticket_bases SET
    version = iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at), version, lower(hex(randomblob(8)))),
    base_status = iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at), base_status, NEW.status),
    base_checked_in_at =
      iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at), base_checked_in_at, NEW.checked_in_at),
    base_device = iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at), base_device, NULL),
    walk_in_id = iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at), walk_in_id, NULL),
    covered = 0,
    status = iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at),
      (SELECT ticket_states.status FROM ticket_states
        WHERE ticket_id = NEW.id AND session_id = ticket_bases.session_id), NEW.status),
    checked_in_at = iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at),
      (SELECT ticket_states.checked_in_at FROM ticket_states
        WHERE ticket_id = NEW.id AND session_id = ticket_bases.session_id), NEW.checked_in_at),
    device = iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at),
      (SELECT ticket_states.device FROM ticket_states
        WHERE ticket_id = NEW.id AND session_id = ticket_bases.session_id), NULL),
    presence = iif((status, checked_in_at) IS (NEW.status, NEW.checked_in_at),
      (SELECT ticket_states.presence FROM ticket_states
        WHERE ticket_id = NEW.id AND session_id = ticket_bases.session_id), NULL)
  WHERE ticket_id = NEW.id AND session_id = (SELECT id FROM sessions WHERE number = NEW.session_number)
    AND (covered = 1 OR (status, checked_in_at) IS NOT (NEW.status, NEW.checked_in_at)
      OR (NEW.status, NEW.checked_in_at, device, presence) IS NOT (
        SELECT ticket_states.status, ticket_states.checked_in_at, ticket_states.device, ticket_states.presence
        FROM ticket_states WHERE ticket_id = NEW.id AND session_id = ticket_bases.session_id));
END;
--> statement-breakpoint
-- A cover goes along, and what is below it is the base there, or what it was when the ticket left.
CREATE TRIGGER tickets_move_cover_check_ins AFTER UPDATE OF id, session_number ON tickets
WHEN (NEW.id <> OLD.id OR NEW.session_number <> OLD.session_number) AND NEW.cover = NEW.status
  AND EXISTS (SELECT 1 FROM ticket_bases WHERE ticket_id IN (OLD.id, NEW.id)) BEGIN
  INSERT INTO ticket_bases (ticket_id, session_id, base_status, base_checked_in_at, status, checked_in_at, covered)
  SELECT NEW.id, (SELECT id FROM sessions WHERE number = NEW.session_number), plain.status, plain.checked_in_at,
    plain.status, plain.checked_in_at, 1
  FROM (
    SELECT status, checked_in_at FROM ticket_bases
    WHERE ticket_id = OLD.id AND session_id = (SELECT id FROM sessions WHERE number = OLD.session_number)
    UNION ALL SELECT iif(NEW.checked_in_at IS NULL, 'Valid', 'CheckedIn'), NEW.checked_in_at
    LIMIT 1) AS plain
  WHERE true
  ON CONFLICT (ticket_id, session_id) DO UPDATE SET
    version = iif((status, checked_in_at) IS (excluded.status, excluded.checked_in_at), version, excluded.version),
    base_status = iif((status, checked_in_at) IS (excluded.status, excluded.checked_in_at), base_status, excluded.status),
    base_checked_in_at = iif((status, checked_in_at) IS (excluded.status, excluded.checked_in_at),
      base_checked_in_at, excluded.checked_in_at),
    base_device = iif((status, checked_in_at) IS (excluded.status, excluded.checked_in_at), base_device, NULL),
    walk_in_id = iif((status, checked_in_at) IS (excluded.status, excluded.checked_in_at), walk_in_id, NULL),
    covered = 1,
    (status, checked_in_at, device, presence) = (
      SELECT ticket_states.status, ticket_states.checked_in_at, ticket_states.device, ticket_states.presence
      FROM ticket_states WHERE ticket_id = NEW.id AND session_id = ticket_bases.session_id
        AND (ticket_bases.status, ticket_bases.checked_in_at) IS (excluded.status, excluded.checked_in_at)
      UNION ALL SELECT excluded.status, excluded.checked_in_at, NULL, NULL
      LIMIT 1);
END;
--> statement-breakpoint
-- A ticket is where the items of its session say. In another session, nobody has left yet.
CREATE TRIGGER tickets_move_presence AFTER UPDATE OF id, session_number ON tickets
WHEN NEW.id <> OLD.id OR NEW.session_number <> OLD.session_number BEGIN
  UPDATE tickets SET presence = (SELECT presence FROM ticket_bases
    WHERE ticket_id = NEW.id AND session_id = (SELECT id FROM sessions WHERE number = NEW.session_number))
  WHERE key = NEW.key AND cover IS NOT status AND presence IS NOT (SELECT presence FROM ticket_bases
    WHERE ticket_id = NEW.id AND session_id = (SELECT id FROM sessions WHERE number = NEW.session_number));
END;
--> statement-breakpoint
CREATE TRIGGER tickets_insert_check_ins AFTER INSERT ON tickets
WHEN EXISTS (SELECT 1 FROM ticket_bases WHERE ticket_id = NEW.id) BEGIN
  UPDATE ticket_bases SET (version, base_status, base_checked_in_at, base_device, walk_in_id,
      status, checked_in_at, device, presence, covered) = (
    SELECT lower(hex(randomblob(8))), plain, NEW.checked_in_at, NULL, NULL,
      plain, NEW.checked_in_at, NULL, NULL, NEW.cover IS NOT NULL
    FROM (SELECT iif(NEW.cover IS NULL, NEW.status, iif(NEW.checked_in_at IS NULL, 'Valid', 'CheckedIn')) AS plain))
  WHERE ticket_id = NEW.id AND session_id = (SELECT id FROM sessions WHERE number = NEW.session_number)
    AND (NEW.cover IS NOT NULL OR covered = 1
      OR (status, checked_in_at, presence) IS NOT (NEW.status, NEW.checked_in_at, NEW.presence)
      OR (NEW.status, NEW.checked_in_at) IS NOT (SELECT ticket_states.status, ticket_states.checked_in_at
        FROM ticket_states WHERE ticket_id = NEW.id AND session_id = ticket_bases.session_id));
END;
--> statement-breakpoint
-- An export reads one table after the other while check-ins go on. If a restored base does not fit its ticket, the ticket
-- is right: it was read last.
CREATE TRIGGER restore_check_ins AFTER INSERT ON ticket_bases
WHEN EXISTS (SELECT 1 FROM tickets WHERE id = NEW.ticket_id
  AND +session_number = (SELECT number FROM sessions WHERE id = NEW.session_id)
  AND iif(cover IS NULL, (status, checked_in_at) IS NOT (NEW.status, NEW.checked_in_at),
    checked_in_at IS NOT iif(NEW.status = 'CheckedIn', NEW.checked_in_at, NULL))) BEGIN
  UPDATE ticket_bases SET
    (version, base_status, base_checked_in_at, base_device, walk_in_id, status, checked_in_at, device, presence) = (
    SELECT lower(hex(randomblob(8))), plain, checked_in_at, device, NULL, plain, checked_in_at, device, presence
    FROM (SELECT *, iif(cover IS NULL, status, iif(checked_in_at IS NULL, 'Valid', 'CheckedIn')) AS plain FROM tickets)
    WHERE id = NEW.ticket_id)
  WHERE ticket_id = NEW.ticket_id AND session_id = NEW.session_id;
END;
--> statement-breakpoint
CREATE TRIGGER restore_presence AFTER INSERT ON ticket_bases
WHEN EXISTS (SELECT 1 FROM tickets WHERE id = NEW.ticket_id AND cover IS NULL
  AND +session_number = (SELECT number FROM sessions WHERE id = NEW.session_id) AND presence IS NOT NEW.presence) BEGIN
  UPDATE ticket_bases SET presence = (SELECT presence FROM tickets WHERE id = NEW.ticket_id)
  WHERE ticket_id = NEW.ticket_id AND session_id = NEW.session_id;
END;
--> statement-breakpoint
CREATE TRIGGER restore_cover_check_ins AFTER INSERT ON ticket_bases
WHEN EXISTS (SELECT 1 FROM tickets WHERE id = NEW.ticket_id AND (cover IS NOT NULL) <> NEW.covered
  AND +session_number = (SELECT number FROM sessions WHERE id = NEW.session_id)) BEGIN
  UPDATE ticket_bases SET covered = 1 - covered WHERE ticket_id = NEW.ticket_id AND session_id = NEW.session_id;
END;
--> statement-breakpoint
-- Check-ins are deleted when they are no longer needed. The ticket stays as it is, and that becomes its base. What was
-- answered and not recorded has no version of the base.
CREATE TRIGGER forget_check_ins AFTER DELETE ON check_ins
WHEN OLD.type IN ('CheckIn', 'Exit') AND OLD.base_version IS NOT NULL BEGIN
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
-- The feed of what happens. An event is written in the transaction of the change, so events have the order of commits. A new type of event is one more trigger, and its name in src/db/schema/feed.ts.
-- A statement that may write an event searches sqlite_sequence from its first row, so the row of feed_events is the first.
INSERT INTO sqlite_sequence (rowid, name, seq) VALUES (0, 'feed_events', 0);
--> statement-breakpoint
-- The sessions whose events are written: those of organizers whose feed is on. A look for one that is not reads two rows.
CREATE VIEW feed_sessions AS
SELECT sessions.number, sessions.id, sessions.organizer_id, capacity
FROM sessions CROSS JOIN feeds ON feeds.organizer_id = sessions.organizer_id AND muted = 0;
--> statement-breakpoint
CREATE TRIGGER feed_events_delete_gone AFTER DELETE ON feed_events BEGIN
  UPDATE feeds SET gone = OLD.number WHERE organizer_id = OLD.organizer_id AND gone < OLD.number;
END;
--> statement-breakpoint
-- A feed is on while its organizer wants it or has a webhook. One that is switched on again starts again. A restore inserts
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
-- The new status of a ticket, and area.full if the ticket fills the venue. It runs before the update, when the counts
-- certainly lack the ticket.
CREATE TRIGGER tickets_status_feed BEFORE UPDATE OF status, presence ON tickets
WHEN NEW.status <> 'Valid' AND (OLD.cover IS NULL OR NEW.cover IS NOT NULL) AND (NEW.status <> OLD.status
  OR NEW.status = 'CheckedIn' AND coalesce(NEW.presence ->> 'inside', 1) AND OLD.presence ->> 'inside' = 0) BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, feed_sessions.id,
    iif(event.key, 'area.full', 'ticket.' || iif(NEW.status = 'CheckedIn', 'checked_in', lower(NEW.status))),
    iif(event.key, json_object('areaId', NULL), json_object('ticketId', NEW.id))
  FROM feed_sessions CROSS JOIN json_each('[0,1]') AS event
  WHERE number = NEW.session_number AND iif(event.key = 0, NEW.status <> OLD.status,
    NEW.status = 'CheckedIn' AND coalesce(NEW.presence ->> 'inside', 1) AND capacity = 1
      + (SELECT checked_in - "left" FROM ticket_counts WHERE session_number = NEW.session_number)
      + coalesce((SELECT others ->> '$.""' FROM area_counts WHERE session_number = NEW.session_number), 0));
END;
--> statement-breakpoint
-- A ticket that becomes valid again has changed, unless a check-in was undone, which clears the device. So has one whose
-- cover is taken away, whatever it is then.
CREATE TRIGGER tickets_update_feed
AFTER UPDATE OF session_number, ticket_number, seat_label, ticket_type_id, reference, code, current_holder_id, holder_email,
  attendee_name, attendee_email, attendee_company, note, flag, status ON tickets
WHEN (NEW.session_number, NEW.ticket_number COLLATE BINARY, NEW.seat_label, NEW.ticket_type_id, NEW.reference, NEW.code,
    NEW.current_holder_id, NEW.holder_email, NEW.attendee_name, NEW.attendee_email, NEW.attendee_company, NEW.note, NEW.flag)
  IS NOT (OLD.session_number, OLD.ticket_number, OLD.seat_label, OLD.ticket_type_id, OLD.reference, OLD.code,
    OLD.current_holder_id, OLD.holder_email, OLD.attendee_name, OLD.attendee_email, OLD.attendee_company, OLD.note, OLD.flag)
  OR NEW.status = 'Valid' AND OLD.status <> 'Valid' AND NEW.device IS OLD.device
  OR NEW.status <> OLD.status AND NEW.cover IS NULL AND OLD.cover IS NOT NULL BEGIN
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
    || iif(NEW.status = 'Valid' AND OLD.status <> 'Valid' AND NEW.device IS OLD.device
      OR NEW.status <> OLD.status AND NEW.cover IS NULL AND OLD.cover IS NOT NULL, ',"status"', ''),
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
CREATE TRIGGER check_ins_feed AFTER UPDATE OF outcome ON check_ins
WHEN NEW.undone_at IS NULL AND OLD.outcome IS NULL AND NEW.outcome IN ('ReEntered', 'Left') BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, id, iif(NEW.outcome = 'ReEntered', 'ticket.re_entered', 'ticket.left'),
    json_object('ticketId', NEW.ticket_id, 'checkInId', NEW.id) FROM feed_sessions
  WHERE id = NEW.session_id;
END;
--> statement-breakpoint
CREATE TRIGGER check_ins_passback_feed AFTER UPDATE OF passback ON check_ins
WHEN NEW.passback = 1 AND OLD.passback = 0 AND NEW.outcome <> 'NotValid' BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, id, 'ticket.admitted_twice', json_object('ticketId', NEW.ticket_id, 'checkInId', NEW.id)
  FROM feed_sessions WHERE id = NEW.session_id;
END;
--> statement-breakpoint
-- An area is full once as many people are in it as may be, with or without tickets. The venue is the area without an id, and
-- its tickets are in ticket_counts. A trigger there would make every change of a ticket read more rows.
CREATE VIEW feed_areas AS
SELECT feed_sessions.number, feed_sessions.id, feed_sessions.organizer_id,
  nullif(area.value ->> '$[0]', '') AS area_id, '$."' || (area.value ->> '$[0]') || '"' AS path,
  (area.value ->> '$[2]') - iif(area.value ->> '$[0]' = '', checked_in - "left", 0) AS capacity
FROM feed_sessions
CROSS JOIN ticket_counts ON session_number = feed_sessions.number
CROSS JOIN sessions ON sessions.number = feed_sessions.number
CROSS JOIN events ON events.id = event_id
CROSS JOIN json_each(json_insert(events.areas, '$[#]', json_array('', '', feed_sessions.capacity))) AS area;
--> statement-breakpoint
CREATE TRIGGER area_counts_insert_full_feed AFTER INSERT ON area_counts BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, id, 'area.full', json_object('areaId', area_id) FROM feed_areas
  WHERE number = NEW.session_number
    AND capacity BETWEEN 1 AND coalesce(NEW.tickets ->> path, 0) + coalesce(NEW.others ->> path, 0);
END;
--> statement-breakpoint
CREATE TRIGGER area_counts_update_full_feed AFTER UPDATE OF tickets, others ON area_counts BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, id, 'area.full', json_object('areaId', area_id) FROM feed_areas
  WHERE number = NEW.session_number
    AND capacity BETWEEN coalesce(OLD.tickets ->> path, 0) + coalesce(OLD.others ->> path, 0) + 1
      AND coalesce(NEW.tickets ->> path, 0) + coalesce(NEW.others ->> path, 0);
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
AFTER UPDATE OF starts_at, capacity, venue_id, doors_open_offset_minutes, series_id, cancelled_at, cancel_notice ON sessions
WHEN (NEW.starts_at, NEW.capacity, NEW.venue_id, NEW.doors_open_offset_minutes, NEW.series_id, NEW.cancelled_at IS NULL,
    NEW.cancel_notice)
  IS NOT (OLD.starts_at, OLD.capacity, OLD.venue_id, OLD.doors_open_offset_minutes, OLD.series_id, OLD.cancelled_at IS NULL,
    OLD.cancel_notice) BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, NEW.id, 'session.changed', json_object('fields', json('[' || substr(
    iif(NEW.starts_at <> OLD.starts_at, ',"startsAt"', '')
    || iif(NEW.capacity <> OLD.capacity, ',"capacity"', '')
    || iif(NEW.venue_id IS NOT OLD.venue_id, ',"venueId"', '')
    || iif(NEW.doors_open_offset_minutes IS NOT OLD.doors_open_offset_minutes, ',"doorsOpenOffset"', '')
    || iif(NEW.series_id IS NOT OLD.series_id, ',"seriesId"', '')
    || iif((NEW.cancelled_at IS NULL) <> (OLD.cancelled_at IS NULL), ',"cancelled"', '')
    || iif(NEW.cancel_notice IS NOT OLD.cancel_notice, ',"cancelNotice"', ''),
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
-- An import, a bulk update and the revert of either are one event each, though the feed is muted for their tickets.
CREATE TRIGGER audit_log_feed AFTER INSERT ON audit_log
WHEN NEW.action IN ('tickets.import', 'tickets.bulk-update', 'tickets.revert') AND NEW.entity_type = 'session' BEGIN
  INSERT INTO feed_events (organizer_id, session_id, type, data)
  SELECT organizer_id, NEW.entity_id, iif(NEW.action = 'tickets.revert', 'import.reverted', 'import.applied'),
    json_object('recordId', coalesce(NEW.change ->> 'recordId', NEW.call_id)) FROM feeds
  WHERE organizer_id = NEW.organizer_id;
END;
