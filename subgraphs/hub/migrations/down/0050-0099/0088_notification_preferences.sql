-- Takes 0088_notification_preferences.sql back. Every account gets every notification again.
DROP TABLE notification_preferences;
DELETE FROM schema_migrations WHERE file = '0088_notification_preferences.sql';
