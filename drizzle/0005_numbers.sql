-- Columns of numbers hold numbers, whoever writes: SQLite keeps a text that is none as it is, and a CHECK of an
-- amount lets it pass, since any text is greater than any number. Instants are whole milliseconds of the years 1 to 9999.
CREATE TRIGGER tickets_insert_numbers BEFORE INSERT ON tickets
WHEN typeof(NEW.checked_in_at) NOT IN ('integer', 'null') OR NEW.checked_in_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.transfer_count) NOT IN ('integer', 'null') BEGIN
  SELECT RAISE(ABORT, 'checked_in_at must be whole milliseconds up to the year 9999, transfer_count a whole number');
END;
--> statement-breakpoint
CREATE TRIGGER tickets_update_numbers BEFORE UPDATE OF checked_in_at, transfer_count ON tickets
WHEN typeof(NEW.checked_in_at) NOT IN ('integer', 'null') OR NEW.checked_in_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.transfer_count) NOT IN ('integer', 'null') BEGIN
  SELECT RAISE(ABORT, 'checked_in_at must be whole milliseconds up to the year 9999, transfer_count a whole number');
END;
--> statement-breakpoint
CREATE TRIGGER sessions_insert_numbers BEFORE INSERT ON sessions
WHEN typeof(NEW.starts_at) NOT IN ('integer', 'null') OR NEW.starts_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.capacity) NOT IN ('integer', 'null')
  OR typeof(NEW.doors_open_offset_minutes) NOT IN ('integer', 'null') BEGIN
  SELECT RAISE(ABORT, 'starts_at must be whole milliseconds up to the year 9999, capacity and doors_open_offset_minutes whole numbers');
END;
--> statement-breakpoint
CREATE TRIGGER sessions_update_numbers BEFORE UPDATE OF starts_at, capacity, doors_open_offset_minutes ON sessions
WHEN typeof(NEW.starts_at) NOT IN ('integer', 'null') OR NEW.starts_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.capacity) NOT IN ('integer', 'null')
  OR typeof(NEW.doors_open_offset_minutes) NOT IN ('integer', 'null') BEGIN
  SELECT RAISE(ABORT, 'starts_at must be whole milliseconds up to the year 9999, capacity and doors_open_offset_minutes whole numbers');
END;
--> statement-breakpoint
CREATE TRIGGER listings_insert_numbers BEFORE INSERT ON listings
WHEN typeof(NEW.starts_at) NOT IN ('integer', 'null') OR NEW.starts_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.ends_at) NOT IN ('integer', 'null') OR NEW.ends_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.source_imported_at) NOT IN ('integer', 'null') OR NEW.source_imported_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.published_at) NOT IN ('integer', 'null') OR NEW.published_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.created_at) NOT IN ('integer', 'null') OR NEW.created_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.updated_at) NOT IN ('integer', 'null') OR NEW.updated_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.is_recurring) NOT IN ('integer', 'null')
  OR typeof(NEW.is_featured) NOT IN ('integer', 'null')
  OR typeof(NEW.sort_order) NOT IN ('integer', 'null')
  OR typeof(NEW.venue_latitude) NOT IN ('real', 'integer', 'null')
  OR typeof(NEW.venue_longitude) NOT IN ('real', 'integer', 'null')
  OR typeof(NEW.price_from) NOT IN ('real', 'integer', 'null') BEGIN
  SELECT RAISE(ABORT, 'instants of a listing must be whole milliseconds up to the year 9999, its numbers numbers');
END;
--> statement-breakpoint
CREATE TRIGGER listings_update_numbers BEFORE UPDATE OF starts_at, ends_at, source_imported_at, published_at, created_at, updated_at, is_recurring, is_featured, sort_order, venue_latitude, venue_longitude, price_from ON listings
WHEN typeof(NEW.starts_at) NOT IN ('integer', 'null') OR NEW.starts_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.ends_at) NOT IN ('integer', 'null') OR NEW.ends_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.source_imported_at) NOT IN ('integer', 'null') OR NEW.source_imported_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.published_at) NOT IN ('integer', 'null') OR NEW.published_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.created_at) NOT IN ('integer', 'null') OR NEW.created_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.updated_at) NOT IN ('integer', 'null') OR NEW.updated_at NOT BETWEEN -62135596800000 AND 253402300799999
  OR typeof(NEW.is_recurring) NOT IN ('integer', 'null')
  OR typeof(NEW.is_featured) NOT IN ('integer', 'null')
  OR typeof(NEW.sort_order) NOT IN ('integer', 'null')
  OR typeof(NEW.venue_latitude) NOT IN ('real', 'integer', 'null')
  OR typeof(NEW.venue_longitude) NOT IN ('real', 'integer', 'null')
  OR typeof(NEW.price_from) NOT IN ('real', 'integer', 'null') BEGIN
  SELECT RAISE(ABORT, 'instants of a listing must be whole milliseconds up to the year 9999, its numbers numbers');
END;
