-- What is kept of a call besides its transcript is searched with it.
CREATE INDEX caller_calls_words ON caller_calls USING gin ((
  to_tsvector('simple', coalesce(summary->>'text', '') || ' ' || coalesce(disposition, '') || ' ' || coalesce(disposition_note, ''))
  || jsonb_to_tsvector('simple', notes, '["string"]')));
