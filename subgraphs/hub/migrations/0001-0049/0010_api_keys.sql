ALTER TABLE api_keys
  -- The key before a rotation; it works until its time is over.
  ADD COLUMN previous_key_hash text UNIQUE,
  ADD COLUMN previous_key_expires_at timestamptz,
  ADD COLUMN webhook_urls text[] NOT NULL DEFAULT '{}',
  -- Networks in CIDR form; none: the key works from everywhere.
  ADD COLUMN allowed_ips text[] NOT NULL DEFAULT '{}',
  -- Own limits, lower than the tier's; NULL: the tier's.
  ADD COLUMN requests_per_hour integer CHECK (requests_per_hour = -1 OR requests_per_hour > 0),
  ADD COLUMN requests_per_day integer CHECK (requests_per_day = -1 OR requests_per_day > 0),
  ADD COLUMN requests_per_month integer CHECK (requests_per_month = -1 OR requests_per_month > 0),
  ADD COLUMN updated_at timestamptz,
  -- Days before expiry of the last notice: 14, 3, 0.
  ADD COLUMN expiry_notice smallint;
UPDATE api_keys SET updated_at = created_at;
ALTER TABLE api_keys ALTER COLUMN updated_at SET DEFAULT now(), ALTER COLUMN updated_at SET NOT NULL;
CREATE INDEX api_keys_expiry ON api_keys (expires_at) WHERE status = 'active' AND expires_at IS NOT NULL;

-- Every request that a key authenticated, by hour (UTC) and endpoint; and all of them together.
CREATE TABLE api_key_usage (
  key_id text NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  owner_id text NOT NULL,
  hour timestamptz NOT NULL,
  endpoint text NOT NULL,
  ok integer NOT NULL DEFAULT 0,
  client_error integer NOT NULL DEFAULT 0,
  server_error integer NOT NULL DEFAULT 0,
  rate_limited integer NOT NULL DEFAULT 0,
  PRIMARY KEY (key_id, hour, endpoint)
);
ALTER TABLE api_key_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_key_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON api_key_usage
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

CREATE TABLE api_key_totals (
  key_id text PRIMARY KEY REFERENCES api_keys (id) ON DELETE CASCADE,
  owner_id text NOT NULL,
  requests bigint NOT NULL
);
ALTER TABLE api_key_totals ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_key_totals FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON api_key_totals
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- When an account lost the tier that keys need; no row while it has it, or when it never had it.
CREATE TABLE api_access_ends (
  owner_id text PRIMARY KEY REFERENCES users (id),
  ended_at timestamptz NOT NULL
);
ALTER TABLE api_access_ends ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_access_ends FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON api_access_ends
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- The tiers that `reachesTier(…, 'integration')` admits.
CREATE FUNCTION grants_api_access(app_id text, tier text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (app_id = 'central' AND tier IN ('business', 'enterprise')) OR (app_id = 'invoicer' AND tier <> 'free')
$$;

CREATE FUNCTION note_api_access() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  account text := CASE WHEN TG_OP = 'DELETE' THEN OLD.owner_id ELSE NEW.owner_id END;
BEGIN
  IF EXISTS (SELECT 1 FROM entitlements e WHERE e.owner_id = account AND grants_api_access(e.app_id, e.tier)) THEN
    DELETE FROM api_access_ends WHERE owner_id = account;
  ELSIF TG_OP <> 'INSERT' AND grants_api_access(OLD.app_id, OLD.tier) THEN
    INSERT INTO api_access_ends (owner_id, ended_at) VALUES (account, now())
    ON CONFLICT (owner_id) DO UPDATE SET ended_at = EXCLUDED.ended_at;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER api_access_changed AFTER INSERT OR UPDATE OR DELETE ON entitlements
  FOR EACH ROW EXECUTE FUNCTION note_api_access();

DROP FUNCTION find_key_caller(text);
CREATE FUNCTION find_key_caller(hash text)
RETURNS TABLE (id text, owner_id text, email text, name text, suspended boolean, status text, scopes text[],
               app_ids text[], livemode boolean, created_at timestamptz, expires_at timestamptz,
               replaced_at timestamptz, allowed_ips text[], requests_per_hour integer, requests_per_day integer,
               requests_per_month integer, plan text, invoicer_tier text, access_ended_at timestamptz)
LANGUAGE sql STABLE SET app.system = 'on' AS $$
  SELECT k.id, k.owner_id, u.email, u.name, u.suspended_at IS NOT NULL OR u.deleted_at IS NOT NULL, k.status,
         k.scopes, k.app_ids, k.livemode, k.created_at, k.expires_at,
         CASE WHEN k.key_hash = hash THEN NULL ELSE k.previous_key_expires_at END,
         k.allowed_ips, k.requests_per_hour, k.requests_per_day, k.requests_per_month,
         (SELECT e.tier FROM entitlements e WHERE e.owner_id = u.id AND e.app_id = 'central'),
         (SELECT e.tier FROM entitlements e WHERE e.owner_id = u.id AND e.app_id = 'invoicer'),
         (SELECT a.ended_at FROM api_access_ends a WHERE a.owner_id = u.id)
  FROM api_keys k JOIN users u ON u.id = k.owner_id WHERE k.key_hash = hash OR k.previous_key_hash = hash
$$;

ALTER TABLE service_accounts
  ADD COLUMN description text,
  ADD COLUMN project_id text,
  ADD COLUMN last_used_ip text,
  ADD COLUMN revoked_by text;

DROP FUNCTION find_service_caller(text);
CREATE FUNCTION find_service_caller(hash text)
RETURNS TABLE (id text, name text, status text, scopes text[], expires_at timestamptz, last_used_at timestamptz)
LANGUAGE sql STABLE SET app.system = 'on' AS $$
  SELECT a.id, a.name, a.status, a.scopes, a.expires_at, a.last_used_at FROM service_accounts a WHERE a.key_hash = hash
$$;

-- Use is no change of access.
DROP TRIGGER access_changed ON service_accounts;
CREATE TRIGGER access_changed AFTER UPDATE ON service_accounts FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'last_used_at' - 'last_used_ip' IS DISTINCT FROM to_jsonb(NEW) - 'last_used_at' - 'last_used_ip')
  EXECUTE FUNCTION announce_access_change('id');
