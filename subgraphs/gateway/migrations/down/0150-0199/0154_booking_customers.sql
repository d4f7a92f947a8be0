-- Takes 0154_booking_customers.sql back.
DROP INDEX bookings_customer;
ALTER TABLE booking_customers DROP COLUMN entered_at, DROP COLUMN blocked_at, DROP COLUMN block_reason;
DELETE FROM schema_migrations WHERE file = '0154_booking_customers.sql';
