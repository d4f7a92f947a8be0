ALTER TABLE caller_voice_agents
  -- Transport of its calls: turn by turn, or a stream of audio.
  ADD COLUMN transport text NOT NULL DEFAULT 'turns' CHECK (transport IN ('turns', 'stream'));
ALTER TABLE caller_calls
  -- {tokenHash, status, streamSid} of the call's stream of audio.
  ADD COLUMN stream jsonb,
  -- Milliseconds from the end of the person's words to the first sound of each answer.
  ADD COLUMN response_ms jsonb NOT NULL DEFAULT '[]';
