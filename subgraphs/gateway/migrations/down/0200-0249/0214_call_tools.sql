-- Takes 0214_call_tools.sql back.
ALTER TABLE caller_calls DROP COLUMN tool_hundredths;
ALTER TABLE caller_voice_agents DROP COLUMN tool_scopes;
DELETE FROM schema_migrations WHERE file = '0214_call_tools.sql';
