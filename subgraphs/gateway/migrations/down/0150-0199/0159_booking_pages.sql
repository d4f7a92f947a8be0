-- Takes 0159_booking_pages.sql back.
DROP TABLE booking_manage_links;
DROP TABLE booking_page_requests;
DROP TABLE booking_pages;
DELETE FROM schema_migrations WHERE file = '0159_booking_pages.sql';
