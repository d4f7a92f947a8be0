ALTER TABLE caller_rules
  -- Countries, and states as US-TX, in which agents need not say that they are an AI. No law there asks for it.
  ADD COLUMN ai_disclosure_off text[] NOT NULL DEFAULT '{}',
  -- Days after the end of a call; null: until they are deleted.
  ADD COLUMN keep_recordings_days integer CHECK (keep_recordings_days BETWEEN 1 AND 3650),
  ADD COLUMN keep_transcripts_days integer CHECK (keep_transcripts_days BETWEEN 1 AND 3650),
  -- What is masked in every transcript once its call has ended.
  ADD COLUMN redact_kinds text[] NOT NULL DEFAULT '{}';
CREATE INDEX caller_calls_recorded ON caller_calls (owner_id, ended_at)
  WHERE recording IS NOT NULL AND recording->>'status' <> 'deleted';
