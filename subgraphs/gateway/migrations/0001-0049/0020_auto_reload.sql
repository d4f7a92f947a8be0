-- Credits (threshold, balances, what a package brings) are integer hundredths; amounts of money are cents.

-- What an account has decided about an app's credits. Saved before anything else is known about it, so it may be empty
-- while it is off.
CREATE TABLE auto_reload_rules (
  owner_id text NOT NULL,
  app_id text NOT NULL,
  enabled boolean NOT NULL,
  threshold bigint CHECK (threshold BETWEEN 0 AND 100000000),
  package_id text,
  monthly_cap_cents bigint CHECK (monthly_cap_cents >= 0),
  webhook_url text,
  -- Why charging waits for the owner.
  suspended_reason text CHECK (suspended_reason IN ('hard_decline', 'repeated_failures', 'no_payment_method')),
  consecutive_failures integer NOT NULL DEFAULT 0,
  do_not_honor_failures integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  cooling_until timestamptz(3),
  last_attempt_at timestamptz(3),
  -- True from when the credits were seen below the threshold until they are seen at it or above.
  is_low boolean NOT NULL DEFAULT false,
  -- Grows with each reload that is settled: a balance that was read at another value may lack what that one brought.
  settlements bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (owner_id, app_id),
  CHECK (NOT enabled OR (threshold IS NOT NULL AND package_id IS NOT NULL AND monthly_cap_cents IS NOT NULL))
);
CREATE INDEX auto_reload_rules_enabled ON auto_reload_rules (owner_id, app_id) WHERE enabled;

-- What a calendar month (UTC) has taken of its cap. Set aside before the charge, so no number of processes, tries or
-- crashes can pass the cap.
CREATE TABLE auto_reload_months (
  owner_id text NOT NULL,
  app_id text NOT NULL,
  month text NOT NULL CHECK (month ~ '^\d{4}-\d{2}$'),
  reserved_cents bigint NOT NULL DEFAULT 0 CHECK (reserved_cents >= 0),
  settled_cents bigint NOT NULL DEFAULT 0 CHECK (settled_cents >= 0),
  cap_cents bigint NOT NULL,
  settled_count integer NOT NULL DEFAULT 0,
  -- The highest percentage of the cap that the owner was told of, and whether it was told that no package fits.
  told_percent integer NOT NULL DEFAULT 0,
  told_cap_reached boolean NOT NULL DEFAULT false,
  PRIMARY KEY (owner_id, app_id, month),
  CHECK (reserved_cents + settled_cents <= cap_cents)
);

-- One reload each, or why there was none. The id is the processor's idempotency key.
CREATE TABLE auto_reloads (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text NOT NULL,
  -- The app whose credits are watched and filled: `central` where the app has none of its own.
  wallet_app_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'skipped')),
  reason text,
  triggered_at timestamptz(3) NOT NULL,
  trigger_balance bigint NOT NULL,
  threshold bigint NOT NULL,
  package_id text NOT NULL,
  -- Null for a skip whose package is not on sale.
  credits bigint CHECK (credits > 0),
  amount_cents bigint CHECK (amount_cents > 0),
  currency text,
  month text NOT NULL,
  spent_before_cents bigint NOT NULL,
  cap_cents bigint NOT NULL,
  attempt integer NOT NULL,
  next_attempt_at timestamptz(3),
  settled_at timestamptz(3),
  payment_transaction_id text,
  error_code text,
  error_decline_code text,
  balance_after bigint,
  -- The day (UTC) of a skip: one is kept for each cause and day.
  skip_day date,
  CHECK ((status = 'skipped') = (skip_day IS NOT NULL)),
  CHECK ((status IN ('failed', 'skipped')) = (reason IS NOT NULL)),
  CHECK (status = 'skipped' OR (credits IS NOT NULL AND amount_cents IS NOT NULL AND currency IS NOT NULL)),
  CHECK ((status IN ('succeeded', 'failed')) = (settled_at IS NOT NULL))
);
CREATE UNIQUE INDEX auto_reloads_in_flight ON auto_reloads (owner_id, app_id) WHERE status = 'pending';
CREATE UNIQUE INDEX auto_reloads_skip_of_day ON auto_reloads (owner_id, app_id, reason, skip_day) WHERE status = 'skipped';
CREATE INDEX auto_reloads_recent ON auto_reloads (owner_id, app_id, triggered_at DESC, id DESC);
CREATE INDEX auto_reloads_waiting ON auto_reloads (triggered_at) WHERE status = 'pending';

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['auto_reload_rules', 'auto_reload_months', 'auto_reloads'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format($policy$CREATE POLICY owner_or_system ON %I
      USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on')$policy$, name);
  END LOOP;
END $$;
