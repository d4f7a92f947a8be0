ALTER TABLE caller_voice_agents
  -- Whether calls are recorded: never, once the person has agreed, or announced where the law lets one party decide.
  ADD COLUMN recording text NOT NULL DEFAULT 'off' CHECK (recording IN ('off', 'ask', 'announce'));
-- {status, consent, consentedAt, carrierSid, fileId, durationSec, size}; null for a call that was not recorded.
ALTER TABLE caller_calls ADD COLUMN recording jsonb;
