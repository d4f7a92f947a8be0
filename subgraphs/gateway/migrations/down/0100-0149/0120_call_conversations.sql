-- Takes 0120_call_conversations.sql back.
ALTER TABLE caller_calls
  DROP COLUMN summary, DROP COLUMN model_hundredths, DROP COLUMN model_replies, DROP COLUMN model,
  DROP COLUMN fallback_reason, DROP COLUMN led_by;
ALTER TABLE caller_voice_agents
  DROP COLUMN max_reply_credits, DROP COLUMN max_replies, DROP COLUMN announces_ai, DROP COLUMN instructions,
  DROP COLUMN conversation;
DELETE FROM schema_migrations WHERE file = '0120_call_conversations.sql';
