-- Secrets that an answer reveals once: sealed beside the stored answer, for retries within minutes, then forgotten.
ALTER TABLE idempotency_keys ADD COLUMN sealed text, ADD COLUMN sealed_until timestamptz;
CREATE INDEX idempotency_keys_sealed ON idempotency_keys (sealed_until) WHERE sealed IS NOT NULL;
