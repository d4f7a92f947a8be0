ALTER TABLE caller_calls
  -- Outcome code that a person gives the call, and why.
  ADD COLUMN disposition text,
  ADD COLUMN disposition_note text,
  -- Notes of the account: [{id, text, createdAt}], oldest first.
  ADD COLUMN notes jsonb NOT NULL DEFAULT '[]',
  -- The unreached call that this one repeats.
  ADD COLUMN retry_of text;
CREATE UNIQUE INDEX caller_calls_retry ON caller_calls (retry_of) WHERE retry_of IS NOT NULL;
CREATE INDEX caller_calls_contact ON caller_calls (owner_id, contact_id, created_at DESC, id DESC) WHERE contact_id IS NOT NULL;
