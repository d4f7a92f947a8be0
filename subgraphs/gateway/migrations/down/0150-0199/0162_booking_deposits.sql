-- Takes 0162_booking_deposits.sql back.
DROP TABLE booking_deposit_refunds;
DROP TABLE booking_deposits;
DELETE FROM schema_migrations WHERE file = '0162_booking_deposits.sql';
