-- Takes 0250_bookings_of_provider.sql back.
DROP INDEX bookings_provider_start;
DELETE FROM schema_migrations WHERE file = '0250_bookings_of_provider.sql';
