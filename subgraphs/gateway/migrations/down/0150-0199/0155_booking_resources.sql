-- Takes 0155_booking_resources.sql back.
ALTER TABLE bookings DROP COLUMN resource_ids;
DROP TABLE booking_service_resources;
DROP TABLE booking_resources;
DELETE FROM schema_migrations WHERE file = '0155_booking_resources.sql';
