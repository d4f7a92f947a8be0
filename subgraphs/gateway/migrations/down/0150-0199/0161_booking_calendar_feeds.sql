-- Takes 0161_booking_calendar_feeds.sql back.
DROP TABLE booking_calendar_feeds;
DELETE FROM schema_migrations WHERE file = '0161_booking_calendar_feeds.sql';
