-- For which kinds of operations an organization demands a second person. No row: none.
CREATE TABLE approval_rules (
  owner_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('payroll_runs', 'payouts', 'filings', 'key_creation')),
  -- Payouts below this amount need no second person; null: every one needs one.
  minimum_minor bigint CHECK (minimum_minor >= 0),
  currency text,
  updated_by text NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (owner_id, kind),
  CHECK ((minimum_minor IS NULL) = (currency IS NULL)),
  CHECK (minimum_minor IS NULL OR kind = 'payouts')
);
ALTER TABLE approval_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE approval_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON approval_rules
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- Operations that wait for a second person.
CREATE TABLE approval_requests (
  id text PRIMARY KEY,
  owner_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('payroll_runs', 'payouts', 'filings', 'key_creation', 'rule_changes')),
  subgraph text NOT NULL,
  -- The mutation that runs once it is approved.
  operation text NOT NULL,
  app_id text,
  -- Who asked: the kind of principal, its id, and the person behind it, who cannot decide.
  requester_kind text NOT NULL CHECK (requester_kind IN ('user', 'apiKey', 'serviceAccount')),
  requester_id text NOT NULL,
  requester_person text,
  -- Scopes and apps of the credential where it was limited to some; null: all.
  requester_scopes text[],
  requester_apps text[],
  -- The input as audit rows show it, and as it runs: sealed, and gone when the request is over.
  summary jsonb NOT NULL,
  input_sealed text,
  amount_minor bigint,
  currency text,
  -- The Idempotency-Key of the call, or the id of the request where it had none: the same call under it gets the result.
  client_key text,
  request_hash text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'executed', 'failed', 'rejected', 'cancelled', 'expired')),
  decided_by text,
  decided_at timestamptz(3),
  reason text,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- What the operation returned, sealed, for 24 hours.
  result_sealed text,
  result_id text,
  failure jsonb,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CHECK (input_sealed IS NOT NULL OR status NOT IN ('pending', 'approved'))
);
CREATE UNIQUE INDEX approval_requests_key ON approval_requests (owner_id, requester_id, operation, client_key);
CREATE INDEX approval_requests_list ON approval_requests (owner_id, created_at DESC, id DESC);
CREATE INDEX approval_requests_open ON approval_requests (expires_at) WHERE status IN ('pending', 'approved');
CREATE INDEX approval_requests_results ON approval_requests (finished_at) WHERE result_sealed IS NOT NULL;
ALTER TABLE approval_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE approval_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON approval_requests
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- Ends an approved request in the transaction of its effect, in every subgraph: of two runs at most one commits. Answers
-- true only where the request is approved and who approved it is a member with the rights of this version.
CREATE OR REPLACE FUNCTION account_access.settle_approval(
  request text, account text, approver text, known integer, result text, object text) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET app.system = 'on' SET search_path = hub, pg_temp AS $$
BEGIN
  PERFORM 1 FROM account_members WHERE owner_id = account AND user_id = approver AND version = known FOR SHARE;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE approval_requests SET status = 'executed', finished_at = clock_timestamp(), input_sealed = NULL,
    result_sealed = result, result_id = object
  WHERE id = request AND owner_id = account AND status = 'approved' AND decided_by = approver;
  RETURN FOUND;
END
$$;

-- A key stands for who made it: that person does not approve what the key asks for.
ALTER TABLE api_keys ADD COLUMN created_by text;

-- When an organization last lost an administrator: a lone one may then not switch rules off for some days.
ALTER TABLE accounts ADD COLUMN administrator_left_at timestamptz(3);
CREATE FUNCTION note_lost_administrator() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET app.system = 'on' SET search_path = hub, pg_temp AS $$
BEGIN
  UPDATE accounts SET administrator_left_at = clock_timestamp() WHERE id = OLD.owner_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER administrator_removed AFTER DELETE ON account_members
  FOR EACH ROW WHEN (OLD.role IN ('owner', 'admin')) EXECUTE FUNCTION note_lost_administrator();
CREATE TRIGGER administrator_demoted AFTER UPDATE ON account_members
  FOR EACH ROW WHEN (OLD.role IN ('owner', 'admin') AND NEW.role NOT IN ('owner', 'admin'))
  EXECUTE FUNCTION note_lost_administrator();
