-- Amounts are minor units of the currency that the row or its account names. What is owed is negative.
CREATE TABLE finance_accounts (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN
    ('cash', 'checking', 'savings', 'credit_card', 'loan', 'investment', 'property', 'vehicle', 'other')),
  currency text NOT NULL,
  opening_balance bigint NOT NULL,
  opened_on date NOT NULL,
  include_in_net_worth boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'closed')),
  -- The hub's bank account that it follows, if any.
  bank_account_id text,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX finance_accounts_owner ON finance_accounts (owner_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX finance_accounts_bank ON finance_accounts (owner_id, bank_account_id);

CREATE TABLE finance_category_groups (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  position integer NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX finance_category_groups_name ON finance_category_groups (owner_id, lower(name));

CREATE TABLE finance_categories (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  group_id text REFERENCES finance_category_groups (id),
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('income', 'expense')),
  tax_line text,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX finance_categories_name ON finance_categories (owner_id, lower(name)) WHERE status = 'active';

CREATE TABLE finance_payees (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX finance_payees_name ON finance_payees (owner_id, lower(name));

CREATE TABLE finance_import_batches (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  account_id text NOT NULL REFERENCES finance_accounts (id),
  format text NOT NULL,
  status text NOT NULL CHECK (status IN ('applied', 'undone')),
  added integer NOT NULL,
  settled integer NOT NULL,
  duplicates integer NOT NULL,
  rejected integer NOT NULL,
  errors jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX finance_import_batches_owner ON finance_import_batches (owner_id, created_at DESC, id DESC);

CREATE TABLE finance_securities (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  symbol text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('stock', 'fund', 'bond', 'crypto', 'other')),
  currency text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX finance_securities_symbol ON finance_securities (owner_id, upper(symbol));

-- Quantities are in millionths, prices in millionths of a major unit.
CREATE TABLE finance_trades (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  account_id text NOT NULL REFERENCES finance_accounts (id),
  security_id text NOT NULL REFERENCES finance_securities (id),
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  date date NOT NULL,
  quantity bigint NOT NULL CHECK (quantity > 0),
  price bigint NOT NULL CHECK (price >= 0),
  fees bigint NOT NULL CHECK (fees >= 0),
  -- What a buy costs and a sell brings, fees included.
  amount bigint NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX finance_trades_owner ON finance_trades (owner_id, account_id, date, id);

CREATE TABLE finance_prices (
  owner_id text NOT NULL,
  security_id text NOT NULL REFERENCES finance_securities (id),
  date date NOT NULL,
  price bigint NOT NULL CHECK (price >= 0),
  source text NOT NULL CHECK (source IN ('manual', 'trade')),
  PRIMARY KEY (security_id, date)
);

CREATE TABLE finance_transactions (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  account_id text NOT NULL REFERENCES finance_accounts (id),
  date date NOT NULL,
  amount bigint NOT NULL,
  payee_id text NOT NULL REFERENCES finance_payees (id),
  category_id text REFERENCES finance_categories (id),
  -- The same on both legs of a transfer.
  transfer_id text,
  trade_id text REFERENCES finance_trades (id),
  status text NOT NULL CHECK (status IN ('pending', 'cleared', 'reconciled')),
  notes text,
  tags jsonb NOT NULL,
  reviewed boolean NOT NULL,
  import_batch_id text REFERENCES finance_import_batches (id),
  -- The bank's own id of it, unique within an account.
  fitid text,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (transfer_id IS NULL OR (category_id IS NULL AND trade_id IS NULL AND amount <> 0))
);
CREATE INDEX finance_transactions_owner ON finance_transactions (owner_id, date DESC, id DESC);
CREATE INDEX finance_transactions_account ON finance_transactions (account_id, date, amount);
CREATE UNIQUE INDEX finance_transactions_fitid ON finance_transactions (account_id, fitid) WHERE fitid IS NOT NULL;
-- A transfer has two legs of opposite sign.
CREATE UNIQUE INDEX finance_transactions_legs ON finance_transactions (transfer_id, (amount < 0)) WHERE transfer_id IS NOT NULL;

CREATE TABLE finance_splits (
  transaction_id text NOT NULL REFERENCES finance_transactions (id) ON DELETE CASCADE,
  position integer NOT NULL,
  owner_id text NOT NULL,
  category_id text NOT NULL REFERENCES finance_categories (id),
  amount bigint NOT NULL,
  note text,
  PRIMARY KEY (transaction_id, position)
);

-- Parts sum to the whole, whoever writes them.
CREATE FUNCTION finance_check_splits() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  target text := CASE WHEN TG_TABLE_NAME = 'finance_transactions' THEN to_jsonb(NEW) ->> 'id'
    ELSE coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'transaction_id' END;
  whole bigint;
  parts bigint;
BEGIN
  SELECT amount INTO whole FROM finance_transactions WHERE id = target;
  SELECT sum(amount) INTO parts FROM finance_splits WHERE transaction_id = target;
  IF whole IS NOT NULL AND parts IS NOT NULL AND whole <> parts THEN
    RAISE EXCEPTION 'the splits of % sum to % instead of %', target, parts, whole USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER finance_splits_sum AFTER INSERT OR UPDATE OR DELETE ON finance_splits
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION finance_check_splits();
CREATE CONSTRAINT TRIGGER finance_transactions_sum AFTER UPDATE OF amount ON finance_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION finance_check_splits();

-- A transaction as it is shown.
CREATE VIEW finance_entries WITH (security_invoker = true) AS
SELECT t.*, p.name AS payee, a.currency, a.kind AS account_kind,
  (SELECT jsonb_agg(jsonb_build_object('categoryId', s.category_id, 'amount', s.amount, 'note', s.note) ORDER BY s.position)
   FROM finance_splits AS s WHERE s.transaction_id = t.id) AS splits
FROM finance_transactions AS t
JOIN finance_payees AS p ON p.id = t.payee_id
JOIN finance_accounts AS a ON a.id = t.account_id;

-- What counts to a category: a transaction without splits, or each of its splits.
CREATE VIEW finance_parts WITH (security_invoker = true) AS
SELECT t.id, t.owner_id, t.account_id, t.date, t.payee_id, t.transfer_id, t.trade_id, a.currency, a.kind AS account_kind,
  CASE WHEN s.transaction_id IS NULL THEN t.category_id ELSE s.category_id END AS category_id,
  coalesce(s.amount, t.amount) AS amount
FROM finance_transactions AS t
JOIN finance_accounts AS a ON a.id = t.account_id
LEFT JOIN finance_splits AS s ON s.transaction_id = t.id;

CREATE TABLE finance_rules (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  conditions jsonb NOT NULL,
  actions jsonb NOT NULL,
  stop_on_match boolean NOT NULL,
  position integer NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX finance_rules_owner ON finance_rules (owner_id, position, id);

CREATE TABLE finance_reconciliations (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  account_id text NOT NULL REFERENCES finance_accounts (id),
  statement_date date NOT NULL,
  statement_balance bigint NOT NULL,
  reconciled integer NOT NULL,
  created_at timestamptz(3) NOT NULL
);

-- Units of the quote for one of the base, in 1e-8.
CREATE TABLE finance_rates (
  owner_id text NOT NULL,
  base text NOT NULL,
  quote text NOT NULL,
  date date NOT NULL,
  rate bigint NOT NULL CHECK (rate > 0),
  PRIMARY KEY (owner_id, base, quote, date),
  CHECK (base <> quote)
);

CREATE TABLE finance_budgets (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  period text NOT NULL CHECK (period = 'monthly'),
  currency text NOT NULL,
  method text NOT NULL CHECK (method IN ('envelope', 'tracking')),
  first_month text NOT NULL CHECK (first_month ~ '^\d{4}-\d{2}$'),
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX finance_budgets_owner ON finance_budgets (owner_id, created_at DESC, id DESC);

CREATE TABLE finance_budget_categories (
  budget_id text NOT NULL REFERENCES finance_budgets (id),
  category_id text NOT NULL REFERENCES finance_categories (id),
  owner_id text NOT NULL,
  PRIMARY KEY (budget_id, category_id)
);

CREATE TABLE finance_budget_amounts (
  budget_id text NOT NULL,
  category_id text NOT NULL,
  month text NOT NULL CHECK (month ~ '^\d{4}-\d{2}$'),
  owner_id text NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (budget_id, category_id, month),
  FOREIGN KEY (budget_id, category_id) REFERENCES finance_budget_categories (budget_id, category_id)
);

-- How over-spending of a category goes on, from a month forward.
CREATE TABLE finance_budget_rollovers (
  budget_id text NOT NULL,
  category_id text NOT NULL,
  from_month text NOT NULL CHECK (from_month ~ '^\d{4}-\d{2}$'),
  owner_id text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('carry_negative', 'reset')),
  PRIMARY KEY (budget_id, category_id, from_month),
  FOREIGN KEY (budget_id, category_id) REFERENCES finance_budget_categories (budget_id, category_id)
);

-- Income of a month that is kept for the next.
CREATE TABLE finance_budget_holds (
  budget_id text NOT NULL REFERENCES finance_budgets (id),
  month text NOT NULL CHECK (month ~ '^\d{4}-\d{2}$'),
  owner_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (budget_id, month)
);

CREATE TABLE finance_goals (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  target_amount bigint NOT NULL CHECK (target_amount > 0),
  target_date date,
  account_id text REFERENCES finance_accounts (id),
  currency text NOT NULL,
  saved bigint NOT NULL CHECK (saved >= 0),
  status text NOT NULL CHECK (status IN ('active', 'reached', 'dropped')),
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX finance_goals_owner ON finance_goals (owner_id, created_at DESC, id DESC);

CREATE TABLE finance_bills (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  payee_id text NOT NULL REFERENCES finance_payees (id),
  amount_min bigint NOT NULL CHECK (amount_min >= 0),
  amount_max bigint NOT NULL CHECK (amount_max >= amount_min),
  rrule text NOT NULL,
  starts_on date NOT NULL,
  account_id text NOT NULL REFERENCES finance_accounts (id),
  category_id text REFERENCES finance_categories (id),
  autopay boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'ended')),
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX finance_bills_owner ON finance_bills (owner_id, created_at DESC, id DESC);

CREATE TABLE finance_bill_occurrences (
  bill_id text NOT NULL REFERENCES finance_bills (id),
  date date NOT NULL,
  owner_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('paid', 'skipped')),
  transaction_id text UNIQUE REFERENCES finance_transactions (id) ON DELETE SET NULL,
  PRIMARY KEY (bill_id, date)
);

CREATE TABLE finance_loans (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  account_id text NOT NULL UNIQUE REFERENCES finance_accounts (id),
  principal bigint NOT NULL CHECK (principal > 0),
  -- In 1e-4 percent a year.
  annual_rate integer NOT NULL CHECK (annual_rate BETWEEN 0 AND 1000000),
  term_months integer NOT NULL CHECK (term_months BETWEEN 1 AND 600),
  start_date date NOT NULL,
  payment_day integer NOT NULL CHECK (payment_day BETWEEN 1 AND 31),
  created_at timestamptz(3) NOT NULL
);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['finance_accounts', 'finance_category_groups', 'finance_categories', 'finance_payees',
    'finance_import_batches', 'finance_securities', 'finance_trades', 'finance_prices', 'finance_transactions',
    'finance_splits', 'finance_rules', 'finance_reconciliations', 'finance_rates', 'finance_budgets',
    'finance_budget_categories', 'finance_budget_amounts', 'finance_budget_rollovers', 'finance_budget_holds',
    'finance_goals', 'finance_bills', 'finance_bill_occurrences', 'finance_loans'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
