-- A transaction that serves several accounts at once (group commit) sees the rows of those accounts only: `app.users` holds
-- their owners as an array.
CREATE POLICY owner_group ON credit_accounts
  USING (owner_id = ANY (NULLIF(current_setting('app.users', true), '')::text[]));
CREATE POLICY owner_group ON credit_lots
  USING (owner_id = ANY (NULLIF(current_setting('app.users', true), '')::text[]));
CREATE POLICY owner_group ON credit_entries
  USING (owner_id = ANY (NULLIF(current_setting('app.users', true), '')::text[]));
CREATE POLICY owner_group ON credit_postings
  USING (owner_id = ANY (NULLIF(current_setting('app.users', true), '')::text[]));
