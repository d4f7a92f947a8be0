-- Takes 0248_booking_customer_locale.sql back.
ALTER TABLE booking_customers DROP COLUMN locale;
DELETE FROM schema_migrations WHERE file = '0248_booking_customer_locale.sql';
