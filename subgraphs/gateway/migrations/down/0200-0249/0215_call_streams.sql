-- Takes 0215_call_streams.sql back.
ALTER TABLE caller_calls DROP COLUMN response_ms, DROP COLUMN stream;
ALTER TABLE caller_voice_agents DROP COLUMN transport;
DELETE FROM schema_migrations WHERE file = '0215_call_streams.sql';
