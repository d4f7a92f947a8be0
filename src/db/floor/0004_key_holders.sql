-- A key counts for who sent it, so that two keys of one account do not meet; and a refusal is answered again, too.
ALTER TABLE idempotency_keys
  ADD COLUMN principal text NOT NULL DEFAULT '',
  ADD COLUMN refusal json,
  DROP CONSTRAINT idempotency_keys_pkey,
  ADD PRIMARY KEY (scope, principal, operation, key);
