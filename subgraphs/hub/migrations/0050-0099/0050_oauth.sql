-- Authorizations that people have begun. The state is known by its hash alone, and counts once.
CREATE TABLE oauth_flows (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text NOT NULL,
  provider text NOT NULL,
  state_hash text NOT NULL UNIQUE CHECK (state_hash ~ '^[0-9a-f]{64}$'),
  redirect_uri text NOT NULL,
  return_url text NOT NULL,
  scopes text[] NOT NULL,
  -- Code verifier (RFC 7636) and nonce, sealed; gone once the state is used.
  secrets_sealed text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CHECK ((used_at IS NULL) = (secrets_sealed IS NOT NULL))
);
CREATE INDEX oauth_flows_expired ON oauth_flows (expires_at);

-- One account of the owner at an outside service, as one app may use it.
CREATE TABLE oauth_connections (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text NOT NULL,
  provider text NOT NULL,
  status text NOT NULL CHECK (status IN ('connected', 'revoked', 'ended')),
  error_code text,
  requested_scopes text[] NOT NULL,
  scopes text[] NOT NULL,
  account_label text,
  -- Keyed hash of the provider's id of the account.
  account_fingerprint text,
  access_token_sealed text,
  refresh_token_sealed text,
  access_expires_at timestamptz,
  -- From when on the access token is renewed; NULL for one that does not end.
  renew_at timestamptz,
  -- Counts the grants and rotations; what was read under an older one is old.
  token_version integer NOT NULL DEFAULT 1,
  -- Who is asking the provider for new tokens now, and until when nobody else does.
  refresh_lease text,
  refresh_leased_until timestamptz,
  -- Since the last good answer.
  refresh_failures integer NOT NULL DEFAULT 0,
  invalid_grants integer NOT NULL DEFAULT 0,
  refresh_retry_at timestamptz,
  last_refreshed_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((status = 'ended') = (ended_at IS NOT NULL)),
  CHECK (status <> 'revoked' OR (access_token_sealed IS NULL AND refresh_token_sealed IS NULL)),
  CHECK (status = 'revoked' OR access_token_sealed IS NOT NULL)
);
CREATE UNIQUE INDEX oauth_connections_one ON oauth_connections (owner_id, app_id, provider) WHERE status <> 'ended';
CREATE INDEX oauth_connections_newest ON oauth_connections (owner_id, created_at DESC, id DESC);
CREATE INDEX oauth_connections_due ON oauth_connections (renew_at)
  WHERE status = 'connected' AND refresh_token_sealed IS NOT NULL;
CREATE INDEX oauth_connections_ended ON oauth_connections (ended_at) WHERE status = 'ended';

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['oauth_flows', 'oauth_connections'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY owner_or_system ON %I
      USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', name);
  END LOOP;
END $$;
