-- Parameters are in minor units. An alert fires when a subject is not yet among its states, which are those above the threshold.
CREATE TABLE finance_alerts (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('low_balance', 'large_transaction', 'over_budget', 'bill_due')),
  channel text NOT NULL CHECK (channel IN ('mail', 'webhook')),
  account_id text REFERENCES finance_accounts (id) ON DELETE CASCADE,
  budget_id text REFERENCES finance_budgets (id) ON DELETE CASCADE,
  category_id text REFERENCES finance_categories (id) ON DELETE CASCADE,
  threshold bigint,
  currency text NOT NULL,
  days_before integer CHECK (days_before BETWEEN 0 AND 30),
  checked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX finance_alerts_owner ON finance_alerts (owner_id, created_at DESC, id DESC);
CREATE INDEX finance_alerts_account ON finance_alerts (account_id);
CREATE INDEX finance_alerts_budget ON finance_alerts (budget_id);
CREATE INDEX finance_alerts_category ON finance_alerts (category_id);
CREATE INDEX finance_alerts_checked ON finance_alerts (checked_at NULLS FIRST);

CREATE TABLE finance_alert_states (
  alert_id text NOT NULL REFERENCES finance_alerts (id) ON DELETE CASCADE,
  subject text NOT NULL,
  owner_id text NOT NULL,
  PRIMARY KEY (alert_id, subject)
);
CREATE INDEX finance_alert_states_owner ON finance_alert_states (owner_id);

-- Events stay when their alert is deleted.
CREATE TABLE finance_alert_events (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  alert_id text NOT NULL,
  kind text NOT NULL,
  channel text NOT NULL,
  subject_id text NOT NULL,
  message text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  date date NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX finance_alert_events_owner ON finance_alert_events (owner_id, created_at DESC, id DESC);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['finance_alerts', 'finance_alert_states', 'finance_alert_events'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
