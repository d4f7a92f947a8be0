-- Takes 0163_booking_page_seats.sql back.
ALTER TABLE booking_page_requests DROP COLUMN party_size;
DELETE FROM schema_migrations WHERE file = '0163_booking_page_seats.sql';
