-- Takes 0122_call_recordings.sql back.
ALTER TABLE caller_calls DROP COLUMN recording;
ALTER TABLE caller_voice_agents DROP COLUMN recording;
DELETE FROM schema_migrations WHERE file = '0122_call_recordings.sql';
