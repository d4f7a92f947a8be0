-- People, as their identity tokens describe them. A row appears at the first sight of a subject.
CREATE TABLE users (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
  email text,
  email_verified boolean NOT NULL DEFAULT false,
  name text,
  picture text,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  suspended_at timestamptz,
  deleted_at timestamptz
);
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON users
  USING (id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- The admin role beside the token's claim; a row in revoked_admins wins over both.
CREATE TABLE user_roles (
  user_id text NOT NULL REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('admin')),
  PRIMARY KEY (user_id, role)
);
CREATE TABLE revoked_admins (
  user_id text PRIMARY KEY,
  revoked_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE apps (
  app_id text PRIMARY KEY CHECK (app_id ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
  name text NOT NULL,
  tagline text NOT NULL,
  description text NOT NULL,
  category text NOT NULL,
  allowed_origins text[] NOT NULL DEFAULT '{}',
  default_url text,
  visibility text NOT NULL CHECK (visibility IN ('public', 'coming_soon', 'hidden')),
  status text NOT NULL CHECK (status IN ('active', 'retired')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- What an account may do in an app: a plan of the hub, or a tier of the app itself.
CREATE TABLE entitlements (
  owner_id text NOT NULL REFERENCES users (id),
  app_id text NOT NULL REFERENCES apps (app_id),
  tier text NOT NULL CHECK (tier IN ('free', 'starter', 'professional', 'business', 'enterprise', 'integration')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, app_id)
);
ALTER TABLE entitlements ENABLE ROW LEVEL SECURITY;
ALTER TABLE entitlements FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON entitlements
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- Keys are stored as a keyed hash; there is no copy from which one could be used.
CREATE TABLE api_keys (
  id text PRIMARY KEY,
  owner_id text NOT NULL REFERENCES users (id),
  name text NOT NULL,
  key_hash text NOT NULL UNIQUE,
  key_preview text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'revoked')),
  scopes text[] NOT NULL,
  -- NULL: every app.
  app_ids text[],
  livemode boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
CREATE INDEX api_keys_owner ON api_keys (owner_id);
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON api_keys
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

CREATE TABLE service_accounts (
  id text PRIMARY KEY,
  name text NOT NULL,
  environment text NOT NULL,
  key_hash text NOT NULL UNIQUE,
  key_preview text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'revoked')),
  scopes text[] NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
ALTER TABLE service_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE service_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON service_accounts USING (current_setting('app.system', true) = 'on');

-- Who a credential stands for, in one statement: the setting opens the rows for this function alone.
CREATE FUNCTION find_user_caller(subject text)
RETURNS TABLE (id text, email text, name text, suspended boolean, deleted boolean, has_admin_role boolean,
               admin_revoked boolean, plan text, invoicer_tier text, last_seen_at timestamptz)
LANGUAGE sql STABLE SET app.system = 'on' AS $$
  SELECT u.id, u.email, u.name, u.suspended_at IS NOT NULL, u.deleted_at IS NOT NULL,
         EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = u.id AND r.role = 'admin'),
         EXISTS (SELECT 1 FROM revoked_admins a WHERE a.user_id = u.id),
         (SELECT e.tier FROM entitlements e WHERE e.owner_id = u.id AND e.app_id = 'central'),
         (SELECT e.tier FROM entitlements e WHERE e.owner_id = u.id AND e.app_id = 'invoicer'),
         u.last_seen_at
  FROM users u WHERE u.id = subject
$$;

CREATE FUNCTION find_key_caller(hash text)
RETURNS TABLE (id text, owner_id text, email text, name text, suspended boolean, status text, scopes text[],
               app_ids text[], livemode boolean, expires_at timestamptz, plan text, invoicer_tier text)
LANGUAGE sql STABLE SET app.system = 'on' AS $$
  SELECT k.id, k.owner_id, u.email, u.name, u.suspended_at IS NOT NULL OR u.deleted_at IS NOT NULL, k.status,
         k.scopes, k.app_ids, k.livemode, k.expires_at,
         (SELECT e.tier FROM entitlements e WHERE e.owner_id = u.id AND e.app_id = 'central'),
         (SELECT e.tier FROM entitlements e WHERE e.owner_id = u.id AND e.app_id = 'invoicer')
  FROM api_keys k JOIN users u ON u.id = k.owner_id WHERE k.key_hash = hash
$$;

CREATE FUNCTION find_service_caller(hash text)
RETURNS TABLE (id text, name text, status text, scopes text[], expires_at timestamptz)
LANGUAGE sql STABLE SET app.system = 'on' AS $$
  SELECT a.id, a.name, a.status, a.scopes, a.expires_at FROM service_accounts a WHERE a.key_hash = hash
$$;

INSERT INTO apps (app_id, name, tagline, description, category, visibility, status) VALUES
  ('central', 'Central', 'One account for every app', 'Subscriptions, credits, keys and connections for all apps of the hub.', 'platform', 'public', 'active'),
  ('invoicer', 'Invoicer', 'Invoices that get paid', 'Invoices, quotations, receipts and expenses.', 'finance', 'public', 'active'),
  ('event-manager', 'Event manager', 'Bookings without double booking', 'Services, availability, bookings and events.', 'scheduling', 'public', 'active'),
  ('payroll', 'Payroll', 'Pay people right and on time', 'Employees, contractors, pay runs and payslips.', 'finance', 'public', 'active'),
  ('ai-caller', 'AI caller', 'Calls that make themselves', 'Scripts, voice agents, calls and transcripts.', 'communication', 'public', 'active'),
  ('hvut', 'Heavy-vehicle use tax', 'Form 2290 in minutes', 'Vehicles, filings and Schedule 1.', 'tax', 'public', 'active'),
  ('finance', 'Personal finance', 'See where the money goes', 'Accounts, budgets, goals and net worth.', 'finance', 'public', 'active');
