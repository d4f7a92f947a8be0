-- A transaction that serves several accounts at once (group commit) sees the rows of those accounts only: `app.users` holds
-- their owners as an array.
CREATE POLICY scope_group ON idempotency_keys
  USING (scope = ANY (NULLIF(current_setting('app.users', true), '')::text[]));
CREATE POLICY owner_group ON audit_log
  USING (owner_id = ANY (NULLIF(current_setting('app.users', true), '')::text[]));
