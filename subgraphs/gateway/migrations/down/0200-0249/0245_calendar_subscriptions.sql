-- Takes 0245_calendar_subscriptions.sql back.
DROP TABLE booking_calendar_subscriptions;
DELETE FROM schema_migrations WHERE file = '0245_calendar_subscriptions.sql';
