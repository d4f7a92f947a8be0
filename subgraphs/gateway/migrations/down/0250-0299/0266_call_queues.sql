-- Takes 0266_call_queues.sql back.
ALTER TABLE caller_routes DROP COLUMN queue;
DELETE FROM schema_migrations WHERE file = '0266_call_queues.sql';
