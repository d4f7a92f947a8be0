-- Double-entry bookkeeping of accounts: one ledger per account and currency. It is not the ledger of credits, whose tables
-- begin with credit_.
CREATE TABLE accounting_ledgers (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  -- Functional currency: debits and credits are minor units of it.
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- First month of the fiscal year, which is named after the calendar year in which it ends.
  fiscal_year_start smallint NOT NULL CHECK (fiscal_year_start BETWEEN 1 AND 12),
  -- Last day of the last closed period. Periods are closed in order, so all earlier days are closed too.
  closed_through date,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, currency),
  UNIQUE (owner_id, id)
);

CREATE TABLE accounting_accounts (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  code text NOT NULL CHECK (length(code) BETWEEN 1 AND 20),
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('asset', 'liability', 'equity', 'income', 'expense')),
  -- What reports need beyond the type, such as which accounts are cash.
  category text NOT NULL,
  parent_id text,
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  UNIQUE (ledger_id, code),
  UNIQUE (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id) REFERENCES accounting_ledgers (owner_id, id),
  FOREIGN KEY (owner_id, ledger_id, parent_id) REFERENCES accounting_accounts (owner_id, ledger_id, id)
);
CREATE INDEX accounting_accounts_parent ON accounting_accounts (owner_id, ledger_id, parent_id);
-- Closing a year books its result to one account.
CREATE UNIQUE INDEX accounting_accounts_retained ON accounting_accounts (ledger_id) WHERE category = 'retained_earnings';

CREATE TABLE accounting_entries (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  date date NOT NULL,
  -- Both null for a draft. Numbers of a fiscal year have no gaps.
  fiscal_year smallint,
  number integer CHECK (number > 0),
  kind text NOT NULL CHECK (kind IN ('standard', 'reversal', 'closing')),
  -- Books the result of a year, or reverses an entry that did.
  is_closing boolean NOT NULL,
  memo text NOT NULL,
  line_count smallint NOT NULL CHECK (line_count BETWEEN 2 AND 1000),
  -- Sum of the debits, which is that of the credits.
  total bigint NOT NULL CHECK (total > 0),
  -- Original currency, its amount, and units of the ledger's currency per unit of it.
  foreign_currency text CHECK (foreign_currency ~ '^[A-Z]{3}$'),
  foreign_total bigint,
  exchange_rate numeric(20, 10) CHECK (exchange_rate > 0),
  reverses_id text UNIQUE,
  -- The record of an app that the entry was made from: one entry per record.
  source_app text,
  source_kind text,
  source_id text,
  source_digest text,
  attachments text[] NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  posted_by text,
  posted_at timestamptz(3),
  UNIQUE (owner_id, ledger_id, id),
  UNIQUE (ledger_id, fiscal_year, number),
  UNIQUE (ledger_id, source_app, source_kind, source_id),
  FOREIGN KEY (owner_id, ledger_id) REFERENCES accounting_ledgers (owner_id, id),
  FOREIGN KEY (owner_id, ledger_id, reverses_id) REFERENCES accounting_entries (owner_id, ledger_id, id),
  CHECK (num_nulls(number, fiscal_year, posted_by, posted_at) IN (0, 4)),
  CHECK (num_nulls(foreign_currency, foreign_total, exchange_rate) IN (0, 3)),
  CHECK (num_nulls(source_app, source_kind, source_id, source_digest) IN (0, 4))
);
CREATE INDEX accounting_entries_list ON accounting_entries (ledger_id, date DESC, id DESC);
CREATE INDEX accounting_entries_reverses ON accounting_entries (owner_id, ledger_id, reverses_id) WHERE reverses_id IS NOT NULL;

-- Date, number and is_closing are those of the entry, so that reports read one index.
CREATE TABLE accounting_lines (
  entry_id text NOT NULL,
  line smallint NOT NULL,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  account_id text NOT NULL,
  date date NOT NULL,
  number integer,
  is_closing boolean NOT NULL,
  debit bigint NOT NULL CHECK (debit >= 0),
  credit bigint NOT NULL CHECK (credit >= 0),
  foreign_debit bigint CHECK (foreign_debit >= 0),
  foreign_credit bigint CHECK (foreign_credit >= 0),
  memo text,
  app text,
  client text,
  project text,
  PRIMARY KEY (entry_id, line),
  FOREIGN KEY (owner_id, ledger_id, entry_id) REFERENCES accounting_entries (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id, account_id) REFERENCES accounting_accounts (owner_id, ledger_id, id),
  CHECK (debit = 0 OR credit = 0),
  CHECK (num_nulls(foreign_debit, foreign_credit) IN (0, 2))
);
CREATE INDEX accounting_lines_account ON accounting_lines (account_id, date, number, line)
  INCLUDE (owner_id, debit, credit, is_closing) WHERE number IS NOT NULL;
CREATE INDEX accounting_lines_date ON accounting_lines (ledger_id, date)
  INCLUDE (owner_id, account_id, debit, credit, is_closing) WHERE number IS NOT NULL;
CREATE INDEX accounting_lines_entry ON accounting_lines (owner_id, ledger_id, entry_id);
CREATE INDEX accounting_lines_use ON accounting_lines (owner_id, ledger_id, account_id);

-- Sums of posted lines by month, so that reports need not read all lines. Kept by triggers of accounting_lines.
CREATE TABLE accounting_balances (
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  account_id text NOT NULL,
  month date NOT NULL,
  is_closing boolean NOT NULL,
  debit bigint NOT NULL,
  credit bigint NOT NULL,
  PRIMARY KEY (account_id, month, is_closing),
  FOREIGN KEY (owner_id, ledger_id, account_id) REFERENCES accounting_accounts (owner_id, ledger_id, id)
);
CREATE INDEX accounting_balances_ledger ON accounting_balances (ledger_id, month);
CREATE INDEX accounting_balances_account ON accounting_balances (owner_id, ledger_id, account_id);

-- The last number of each fiscal year. Its row is locked until the posting commits, so a rollback leaves no gap.
CREATE TABLE accounting_numbers (
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  fiscal_year smallint NOT NULL,
  last_number integer NOT NULL,
  PRIMARY KEY (ledger_id, fiscal_year),
  FOREIGN KEY (owner_id, ledger_id) REFERENCES accounting_ledgers (owner_id, id)
);
CREATE INDEX accounting_numbers_ledger ON accounting_numbers (owner_id, ledger_id);

-- Who closed and reopened which period, and why.
CREATE TABLE accounting_period_changes (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  -- First day of the period.
  month date NOT NULL,
  action text NOT NULL CHECK (action IN ('closed', 'reopened')),
  reason text,
  -- The entry that booked the result of the year, or the one that reversed it.
  entry_id text,
  made_by text NOT NULL,
  made_at timestamptz(3) NOT NULL,
  FOREIGN KEY (owner_id, ledger_id) REFERENCES accounting_ledgers (owner_id, id)
);
CREATE INDEX accounting_period_changes_list ON accounting_period_changes (ledger_id, month, made_at, id);
CREATE INDEX accounting_period_changes_ledger ON accounting_period_changes (owner_id, ledger_id);

CREATE FUNCTION accounting_fiscal_year(day date, start smallint) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT extract(year FROM day)::int + CASE WHEN start > 1 AND extract(month FROM day) >= start THEN 1 ELSE 0 END
$$;

-- Posted entries never change, and nothing is posted into a closed period. Only the erasure of an account deletes them.
CREATE FUNCTION accounting_guard_entry() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  ledger accounting_ledgers;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.number IS NOT NULL
    AND (TG_OP = 'UPDATE' OR current_setting('app.system', true) IS DISTINCT FROM 'on') THEN
    RAISE EXCEPTION 'a posted journal entry cannot be changed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  IF NEW.number IS NULL THEN RETURN NEW; END IF;
  SELECT * INTO ledger FROM accounting_ledgers WHERE id = NEW.ledger_id FOR SHARE;
  IF NEW.date <= ledger.closed_through THEN
    RAISE EXCEPTION 'the period of a journal entry is closed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.fiscal_year <> accounting_fiscal_year(NEW.date, ledger.fiscal_year_start) OR (NEW.number > 1 AND NOT EXISTS (
    SELECT FROM accounting_entries e
    WHERE e.ledger_id = NEW.ledger_id AND e.fiscal_year = NEW.fiscal_year AND e.number = NEW.number - 1
  )) THEN
    RAISE EXCEPTION 'the number of a journal entry leaves a gap' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard_entry BEFORE INSERT OR UPDATE OR DELETE ON accounting_entries
  FOR EACH ROW EXECUTE FUNCTION accounting_guard_entry();

CREATE FUNCTION accounting_guard_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.number IS NOT NULL
    AND (TG_OP = 'UPDATE' OR current_setting('app.system', true) IS DISTINCT FROM 'on') THEN
    RAISE EXCEPTION 'a line of a posted journal entry cannot be changed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard_line BEFORE UPDATE OR DELETE ON accounting_lines
  FOR EACH ROW EXECUTE FUNCTION accounting_guard_line();

-- At commit: a posted entry has all of its lines and no others, and they balance in both currencies.
CREATE FUNCTION accounting_check_entry(entry text) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (
    SELECT FROM accounting_entries e CROSS JOIN LATERAL (
      SELECT count(*) AS n, sum(l.debit) AS debit, sum(l.credit) AS credit, sum(l.foreign_debit) AS foreign_debit,
        sum(l.foreign_credit) AS foreign_credit,
        bool_and(l.number IS NOT DISTINCT FROM e.number AND l.date = e.date AND l.is_closing = e.is_closing) AS is_same
      FROM accounting_lines l WHERE l.entry_id = e.id
    ) s
    WHERE e.id = entry AND (e.number IS NOT NULL OR NOT coalesce(s.is_same, true)) AND (
      s.n <> e.line_count OR NOT s.is_same OR s.debit IS DISTINCT FROM e.total OR s.credit IS DISTINCT FROM e.total
      OR s.foreign_debit IS DISTINCT FROM e.foreign_total OR s.foreign_credit IS DISTINCT FROM e.foreign_total)
  ) THEN
    RAISE EXCEPTION 'a posted journal entry does not balance' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
END
$$;
CREATE FUNCTION accounting_check_posted_entry() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM accounting_check_entry(NEW.id);
  RETURN NULL;
END
$$;
CREATE FUNCTION accounting_check_posted_line() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM accounting_check_entry(NEW.entry_id);
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER balanced_entry AFTER INSERT OR UPDATE ON accounting_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.number IS NOT NULL) EXECUTE FUNCTION accounting_check_posted_entry();
CREATE CONSTRAINT TRIGGER balanced_line AFTER INSERT OR UPDATE ON accounting_lines DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.number IS NOT NULL) EXECUTE FUNCTION accounting_check_posted_line();

-- A line is posted once, by its insertion or by the posting of a draft. In the order of the primary key, so that two
-- postings cannot wait for each other.
CREATE FUNCTION accounting_add_to_balances() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO accounting_balances AS b (owner_id, ledger_id, account_id, month, is_closing, debit, credit)
  SELECT owner_id, ledger_id, account_id, date_trunc('month', date)::date, is_closing, sum(debit), sum(credit)
  FROM added WHERE number IS NOT NULL
  GROUP BY owner_id, ledger_id, account_id, date_trunc('month', date)::date, is_closing
  ORDER BY account_id, date_trunc('month', date)::date, is_closing
  ON CONFLICT (account_id, month, is_closing)
    DO UPDATE SET debit = b.debit + EXCLUDED.debit, credit = b.credit + EXCLUDED.credit;
  RETURN NULL;
END
$$;
CREATE TRIGGER balances_of_new_lines AFTER INSERT ON accounting_lines REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION accounting_add_to_balances();
CREATE TRIGGER balances_of_posted_lines AFTER UPDATE ON accounting_lines REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION accounting_add_to_balances();

ALTER TABLE accounting_ledgers ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_ledgers FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_ledgers
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_accounts
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_entries
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_lines
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_balances ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_balances FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_balances
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_numbers ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_numbers FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_numbers
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_period_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_period_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_period_changes
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
