-- Takes 0153_booking_locations.sql back.
ALTER TABLE ticketed_events DROP COLUMN location_id;
ALTER TABLE booking_providers DROP COLUMN location_id;
DROP TABLE booking_locations;
DELETE FROM schema_migrations WHERE file = '0153_booking_locations.sql';
