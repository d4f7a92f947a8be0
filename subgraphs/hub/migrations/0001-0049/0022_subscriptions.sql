-- What the processor last showed of each subscription. Access is decided here, by time, without asking the processor.
CREATE TABLE subscriptions (
  id text PRIMARY KEY,
  owner_id text NOT NULL REFERENCES users (id),
  app_id text NOT NULL REFERENCES apps (app_id),
  plan_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'trialing', 'past_due', 'canceled')),
  processor_subscription_id text NOT NULL UNIQUE,
  processor_customer_id text NOT NULL,
  -- The processor's own word, and the last one whose meaning was known.
  processor_status text NOT NULL,
  understood_status text NOT NULL,
  price_id text NOT NULL,
  currency text NOT NULL,
  interval text NOT NULL CHECK (interval IN ('monthly', 'yearly')),
  current_period_start timestamptz NOT NULL,
  current_period_end timestamptz NOT NULL,
  cancel_at_period_end boolean NOT NULL,
  cancel_at timestamptz,
  canceled_at timestamptz,
  ended_at timestamptz,
  paused_at timestamptz,
  resumes_at timestamptz,
  pause_behavior text,
  -- Whether it gave access when it was last written, and when time alone next changes something.
  entitled boolean NOT NULL,
  next_change_at timestamptz,
  last_event_at timestamptz,
  -- Moves with every write.
  revision integer NOT NULL DEFAULT 1,
  checked_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((paused_at IS NULL) = (pause_behavior IS NULL))
);
CREATE UNIQUE INDEX subscriptions_live ON subscriptions (owner_id, app_id) WHERE status <> 'canceled';
CREATE INDEX subscriptions_owner ON subscriptions (owner_id, created_at DESC);
CREATE INDEX subscriptions_customer ON subscriptions (processor_customer_id);
CREATE INDEX subscriptions_due ON subscriptions (next_change_at) WHERE next_change_at IS NOT NULL;
CREATE INDEX subscriptions_unchecked ON subscriptions (checked_at) WHERE status <> 'canceled';
ALTER TABLE subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE subscriptions FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON subscriptions
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- Subscriptions that must be ended at the processor, because nobody can use them: a second one of the same account and
-- app, or that of an erased account.
CREATE TABLE subscription_endings (
  processor_subscription_id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('duplicate', 'account_erased')),
  asked_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX subscription_endings_open ON subscription_endings (asked_at) WHERE ended_at IS NULL;
ALTER TABLE subscription_endings ENABLE ROW LEVEL SECURITY;
ALTER TABLE subscription_endings FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON subscription_endings
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- A subscription's entitlement holds from `starts_at` until just before `ends_at`; null is without bound. One that was
-- given by other means has no subscription and no bounds.
ALTER TABLE entitlements
  ADD COLUMN subscription_id text REFERENCES subscriptions (id),
  ADD COLUMN starts_at timestamptz,
  ADD COLUMN ends_at timestamptz;
CREATE INDEX entitlements_subscription ON entitlements (subscription_id) WHERE subscription_id IS NOT NULL;

-- The tier that an account has in an app at a moment.
CREATE FUNCTION tier_at(account text, app text, moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT e.tier FROM entitlements e WHERE e.owner_id = account AND e.app_id = app
      AND (e.starts_at IS NULL OR e.starts_at <= moment) AND (e.ends_at IS NULL OR moment < e.ends_at)), 'free')
$$;

-- The paid tiers of an account by app: [tier, from, until]. Who asks judges the time, so that the answer may be kept.
DROP FUNCTION account_tiers(text);
CREATE FUNCTION account_tiers(account text) RETURNS jsonb LANGUAGE sql STABLE SET app.system = 'on' AS $$
  SELECT coalesce(jsonb_object_agg(e.app_id, jsonb_build_array(e.tier, e.starts_at, e.ends_at))
    FILTER (WHERE e.tier <> 'free'), '{}')
  FROM entitlements e WHERE e.owner_id = account
$$;

DROP FUNCTION find_user_caller(text);
CREATE FUNCTION find_user_caller(subject text)
RETURNS TABLE (id text, email text, name text, suspended boolean, deleted boolean, has_admin_role boolean,
               admin_revoked boolean, last_seen_at timestamptz)
LANGUAGE sql STABLE SET app.system = 'on' AS $$
  SELECT u.id, u.email, u.name, u.suspended_at IS NOT NULL, u.deleted_at IS NOT NULL,
         EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = u.id AND r.role = 'admin'),
         EXISTS (SELECT 1 FROM revoked_admins a WHERE a.user_id = u.id), u.last_seen_at
  FROM users u WHERE u.id = subject
$$;

DROP FUNCTION find_key_caller(text);
CREATE FUNCTION find_key_caller(hash text)
RETURNS TABLE (id text, owner_id text, email text, name text, suspended boolean, status text, scopes text[],
               app_ids text[], livemode boolean, created_at timestamptz, expires_at timestamptz,
               replaced_at timestamptz, allowed_ips text[], requests_per_hour integer, requests_per_day integer,
               requests_per_month integer, access_ended_at timestamptz)
LANGUAGE sql STABLE SET app.system = 'on' AS $$
  SELECT k.id, k.owner_id, u.email, u.name, u.suspended_at IS NOT NULL OR u.deleted_at IS NOT NULL, k.status,
         k.scopes, k.app_ids, k.livemode, k.created_at, k.expires_at,
         CASE WHEN k.key_hash = hash THEN NULL ELSE k.previous_key_expires_at END,
         k.allowed_ips, k.requests_per_hour, k.requests_per_day, k.requests_per_month,
         (SELECT a.ended_at FROM api_access_ends a WHERE a.owner_id = u.id)
  FROM api_keys k JOIN users u ON u.id = k.owner_id WHERE k.key_hash = hash OR k.previous_key_hash = hash
$$;

-- An entitlement that has run out gives no access to keys, and ended when it ran out, not when its row went.
CREATE OR REPLACE FUNCTION note_api_access() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  account text := CASE WHEN TG_OP = 'DELETE' THEN OLD.owner_id ELSE NEW.owner_id END;
BEGIN
  IF EXISTS (SELECT 1 FROM entitlements e WHERE e.owner_id = account AND grants_api_access(e.app_id, e.tier)
      AND (e.starts_at IS NULL OR e.starts_at <= now()) AND (e.ends_at IS NULL OR now() < e.ends_at)) THEN
    DELETE FROM api_access_ends WHERE owner_id = account;
  ELSIF TG_OP <> 'INSERT' AND grants_api_access(OLD.app_id, OLD.tier) THEN
    INSERT INTO api_access_ends (owner_id, ended_at) VALUES (account, least(OLD.ends_at, now()))
    ON CONFLICT (owner_id) DO UPDATE SET ended_at = EXCLUDED.ended_at;
  END IF;
  RETURN NULL;
END
$$;
