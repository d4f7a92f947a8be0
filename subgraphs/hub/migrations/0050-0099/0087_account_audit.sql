-- The audit entries of one account are a chain of their own, beside the chain of the platform: an account can verify that none
-- of its entries was changed, removed or inserted, without a look at those of others. It begins with this migration.
CREATE TABLE audit_account_links (
  account_id text NOT NULL,
  sequence integer NOT NULL CHECK (sequence > 0),
  entry_id text NOT NULL UNIQUE,
  retention text NOT NULL,
  -- UTC day on which the entry was chained.
  day date NOT NULL,
  at timestamptz NOT NULL,
  entry_hash text NOT NULL,
  previous_day date,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (account_id, sequence)
);
CREATE INDEX audit_account_links_day ON audit_account_links (day);
ALTER TABLE audit_account_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_account_links FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON audit_account_links USING (current_setting('app.system', true) = 'on');

-- Where each account's chain ends: shows a cut-off end.
CREATE TABLE audit_account_heads (
  account_id text PRIMARY KEY,
  day date NOT NULL,
  sequence integer NOT NULL,
  hash text NOT NULL
);
ALTER TABLE audit_account_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_account_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON audit_account_heads USING (current_setting('app.system', true) = 'on');

-- An entry belongs to the account that was acted for, and without one to the user who acted.
CREATE INDEX audit_trail_account ON audit_trail ((coalesce(on_behalf_of, actor_id)), at, id);

-- Links are kept as long as the longest retention, also where their entries are purged earlier. Those of an account that was
-- erased go with their entries.
CREATE FUNCTION refuse_account_link_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app.audit_purge', true) = 'on' AND OLD.day < audit_kept_from(OLD.retention) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_account_links
  FOR EACH ROW EXECUTE FUNCTION refuse_account_link_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_account_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_account_link_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_account_links FROM hub_app;
REVOKE DELETE, TRUNCATE ON audit_account_heads FROM hub_app;

CREATE OR REPLACE FUNCTION purge_audit_trail() RETURNS integer
LANGUAGE sql SECURITY DEFINER SET app.system = 'on' SET app.audit_purge = 'on' SET search_path FROM CURRENT AS $$
  WITH gone AS (DELETE FROM audit_trail WHERE day < audit_kept_from(retention) RETURNING 1),
    unlinked AS (
      DELETE FROM audit_account_links l WHERE day < audit_kept_from('tax')
        OR (day < audit_kept_from(retention) AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = l.account_id))
      RETURNING 1),
    ended AS (
      DELETE FROM audit_account_heads h WHERE NOT EXISTS (SELECT FROM accounts a WHERE a.id = h.account_id)
        AND NOT EXISTS (SELECT FROM audit_account_links l WHERE l.account_id = h.account_id)
      RETURNING 1)
  SELECT count(*)::int FROM gone
$$;
