/**
 * The table behind `exactlyOnce`; stands in the first migration of every subgraph that has writes. `response` is
 * `json`, not `jsonb`, so that a replay has its keys in the order of the first answer.
 */
export const idempotencyTableSql = `
CREATE TABLE idempotency_keys (
  scope text NOT NULL,
  operation text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  response json,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (scope, operation, key)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY scope_or_system ON idempotency_keys
  USING (scope = COALESCE(NULLIF(current_setting('app.user', true), ''), 'public')
    OR current_setting('app.system', true) = 'on');
`;
