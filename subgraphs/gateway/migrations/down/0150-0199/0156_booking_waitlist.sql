-- Takes 0156_booking_waitlist.sql back.
DROP TABLE booking_waitlist;
DELETE FROM schema_migrations WHERE file = '0156_booking_waitlist.sql';
