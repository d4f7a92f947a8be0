-- The requests that were logged are lost.
DROP TABLE request_log;
DELETE FROM schema_migrations WHERE file = '0100_request_log.sql';
