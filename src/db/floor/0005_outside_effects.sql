-- Behind `onceOutside`: what is to be done at an outside party under a key, and who is doing it until when.
ALTER TABLE idempotency_keys
  ADD COLUMN intent json,
  ADD COLUMN effect_key text,
  ADD COLUMN lease text,
  ADD COLUMN leased_until timestamptz;
