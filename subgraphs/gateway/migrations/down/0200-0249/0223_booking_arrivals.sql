-- Takes 0223_booking_arrivals.sql back.
ALTER TABLE bookings DROP COLUMN checked_in_at, DROP COLUMN completed_at;
DELETE FROM schema_migrations WHERE file = '0223_booking_arrivals.sql';
