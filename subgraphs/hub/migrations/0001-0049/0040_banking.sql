-- One login of an account at one bank. The provider's token is sealed for its row, and gone once disconnected.
CREATE TABLE bank_connections (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  institution_id text NOT NULL,
  institution_name text NOT NULL,
  institution_logo_url text,
  status text NOT NULL CHECK (status IN ('active', 'needs_reauth', 'error', 'disconnected')),
  error_code text,
  products text[] NOT NULL,
  consent_expires_at timestamptz,
  -- The provider's id of the login, and what opens it.
  item_id text UNIQUE,
  access_token_sealed text,
  -- Where the next sync goes on; NULL: from the beginning.
  sync_cursor text,
  last_synced_at timestamptz,
  next_sync_allowed_at timestamptz NOT NULL,
  -- The run that has taken the next 6 hours and has not ended yet.
  sync_claim text,
  -- When the provider last told us of the login's state, by its own clock.
  told_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  disconnected_at timestamptz,
  CHECK ((status = 'disconnected') = (disconnected_at IS NOT NULL)),
  CHECK ((status = 'disconnected') = (access_token_sealed IS NULL)),
  CHECK ((status = 'disconnected') = (item_id IS NULL))
);
CREATE INDEX bank_connections_owner ON bank_connections (owner_id, created_at DESC);

-- Which apps of the owner may use a connection.
CREATE TABLE bank_connection_apps (
  connection_id text NOT NULL REFERENCES bank_connections ON DELETE CASCADE,
  app_id text NOT NULL,
  owner_id text NOT NULL,
  enabled boolean NOT NULL,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (connection_id, app_id)
);
CREATE INDEX bank_connection_apps_owner ON bank_connection_apps (owner_id);

-- Amounts are minor units of their currency.
CREATE TABLE bank_accounts (
  id text PRIMARY KEY,
  connection_id text NOT NULL REFERENCES bank_connections ON DELETE CASCADE,
  owner_id text NOT NULL,
  provider_account_id text NOT NULL,
  persistent_id text,
  name text NOT NULL,
  official_name text,
  mask text,
  type text NOT NULL,
  subtype text,
  currency text NOT NULL,
  balance_current bigint,
  balance_available bigint,
  balance_limit bigint,
  -- When the bank itself was asked.
  balances_as_of timestamptz NOT NULL,
  verification_status text,
  -- Where the provider last showed it.
  position integer NOT NULL DEFAULT 0,
  is_active boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (connection_id, provider_account_id)
);
CREATE INDEX bank_accounts_owner ON bank_accounts (owner_id) WHERE is_active;

CREATE TABLE bank_transactions (
  id text PRIMARY KEY,
  connection_id text NOT NULL REFERENCES bank_connections ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES bank_accounts ON DELETE CASCADE,
  owner_id text NOT NULL,
  -- The login that it came with, and the provider's ids of it and of the pending one it replaces.
  item_id text NOT NULL,
  provider_id text NOT NULL,
  pending_provider_id text,
  pending_transaction_id text,
  -- Positive is money out.
  amount bigint NOT NULL,
  currency text NOT NULL,
  date date NOT NULL,
  authorized_date date,
  name text NOT NULL,
  merchant_name text,
  category_primary text,
  category_detailed text,
  category_confidence text,
  pending boolean NOT NULL,
  payment_channel text NOT NULL,
  logo_url text,
  status text NOT NULL CHECK (status IN ('active', 'removed')),
  -- What the owner wrote; no sync changes it.
  note text,
  own_category text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (connection_id, provider_id)
);
CREATE INDEX bank_transactions_newest ON bank_transactions (owner_id, date DESC, id DESC) WHERE status = 'active';
CREATE INDEX bank_transactions_account ON bank_transactions (account_id, date DESC, id DESC) WHERE status = 'active';
CREATE INDEX bank_transactions_pending ON bank_transactions (connection_id, pending_provider_id)
  WHERE pending_provider_id IS NOT NULL;

-- Pages of a sync that has not ended. They are of no use after a crash, so they need no log.
CREATE UNLOGGED TABLE bank_staged_changes (
  run_id text NOT NULL,
  position integer NOT NULL,
  connection_id text NOT NULL,
  owner_id text NOT NULL,
  provider_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('added', 'modified', 'removed')),
  -- The transaction; NULL for a removed one.
  change jsonb,
  PRIMARY KEY (run_id, position)
);
CREATE INDEX bank_staged_changes_connection ON bank_staged_changes (connection_id);

-- Logins that are still to be ended at the provider.
CREATE TABLE bank_item_removals (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  connection_id text NOT NULL,
  access_token_sealed text NOT NULL,
  created_at timestamptz NOT NULL
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['bank_connections', 'bank_connection_apps', 'bank_accounts', 'bank_transactions',
    'bank_staged_changes', 'bank_item_removals'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY owner_or_system ON %I
      USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', name);
  END LOOP;
END $$;

-- What came in as webhooks of the provider. What nobody has signed is counted and changes nothing.
CREATE TABLE bank_webhooks (
  id text PRIMARY KEY,
  received_at timestamptz NOT NULL,
  verified boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('processed', 'ignored', 'unverified', 'unchecked')),
  body_sha256 text NOT NULL,
  key_id text,
  issued_at timestamptz,
  item_id text,
  code text,
  -- Why it is not verified.
  reason text,
  seen integer NOT NULL DEFAULT 1,
  -- Body and signature, sealed, while the provider's key could not be had.
  body_sealed text,
  signature_sealed text,
  CHECK (verified = (status IN ('processed', 'ignored'))),
  CHECK ((status = 'unchecked') = (body_sealed IS NOT NULL)),
  CHECK ((status = 'unchecked') = (signature_sealed IS NOT NULL))
);
CREATE UNIQUE INDEX bank_webhooks_once ON bank_webhooks (body_sha256, key_id, issued_at) WHERE verified;
CREATE UNIQUE INDEX bank_webhooks_unverified ON bank_webhooks (body_sha256) WHERE status = 'unverified';
CREATE INDEX bank_webhooks_item ON bank_webhooks (item_id, received_at) WHERE verified;
CREATE INDEX bank_webhooks_received ON bank_webhooks (received_at);
ALTER TABLE bank_webhooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_webhooks FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON bank_webhooks USING (current_setting('app.system', true) = 'on');
