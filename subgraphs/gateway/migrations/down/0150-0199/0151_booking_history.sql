-- Takes 0151_booking_history.sql back.
DROP TABLE booking_history;
DELETE FROM schema_migrations WHERE file = '0151_booking_history.sql';
