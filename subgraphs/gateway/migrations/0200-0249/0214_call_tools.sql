ALTER TABLE caller_voice_agents
  -- Scopes of the tools that its language model may use during a call.
  ADD COLUMN tool_scopes jsonb NOT NULL DEFAULT '[]';
ALTER TABLE caller_calls
  -- What those tools cost.
  ADD COLUMN tool_hundredths bigint NOT NULL DEFAULT 0 CHECK (tool_hundredths >= 0);
