-- Takes 0207_calendar_syncs.sql back.
DROP TRIGGER bookings_note_copies ON bookings;
DROP TRIGGER bookings_note_new_copies ON bookings;
DROP FUNCTION note_calendar_copies();
DELETE FROM booking_blocked_times WHERE sync_id IS NOT NULL;
ALTER TABLE booking_blocked_times DROP COLUMN sync_id, DROP COLUMN event_updated_at;
DROP TABLE booking_calendar_conflicts, booking_calendar_copies, booking_calendar_syncs;
DELETE FROM schema_migrations WHERE file = '0207_calendar_syncs.sql';
