-- Vendors of an account, their bills, and what was paid on them. Amounts are minor units of the ledger's currency.
CREATE TABLE accounting_vendors (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  email text,
  -- Box of Form 1099 that payments to the vendor belong in; null for vendors that get no form.
  form1099_box text CHECK (form1099_box IN ('nonemployee_compensation', 'rents', 'royalties', 'other_income')),
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, id)
);
CREATE INDEX accounting_vendors_newest ON accounting_vendors (owner_id, created_at DESC, id DESC);

CREATE TABLE accounting_bills (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  vendor_id text NOT NULL,
  -- The vendor's own number.
  number text,
  date date NOT NULL,
  due_date date NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'approved', 'partially_paid', 'paid', 'voided')),
  memo text,
  total bigint NOT NULL CHECK (total > 0),
  paid bigint NOT NULL,
  -- The account of payables that the approval credited.
  payable_account_id text,
  entry_id text,
  approved_by text,
  approved_at timestamptz(3),
  -- Date of the reversal; the day of the request for a draft.
  voided_on date,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, ledger_id, id),
  CHECK (paid >= 0 AND paid <= total),
  CHECK (num_nulls(payable_account_id, entry_id, approved_by, approved_at) IN (0, 4)),
  FOREIGN KEY (owner_id, ledger_id) REFERENCES accounting_ledgers (owner_id, id),
  FOREIGN KEY (owner_id, vendor_id) REFERENCES accounting_vendors (owner_id, id),
  FOREIGN KEY (owner_id, ledger_id, payable_account_id) REFERENCES accounting_accounts (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id, entry_id) REFERENCES accounting_entries (owner_id, ledger_id, id)
);
CREATE INDEX accounting_bills_newest ON accounting_bills (owner_id, date DESC, id DESC);
CREATE INDEX accounting_bills_ledger ON accounting_bills (owner_id, ledger_id, date);
CREATE INDEX accounting_bills_vendor ON accounting_bills (owner_id, vendor_id);
CREATE INDEX accounting_bills_payable ON accounting_bills (owner_id, ledger_id, payable_account_id);
CREATE INDEX accounting_bills_entry ON accounting_bills (owner_id, ledger_id, entry_id);
-- A vendor's bill is entered once.
CREATE UNIQUE INDEX accounting_bills_number ON accounting_bills (owner_id, vendor_id, number) WHERE status <> 'voided';

CREATE TABLE accounting_bill_lines (
  bill_id text NOT NULL,
  line smallint NOT NULL,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  account_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  memo text,
  client text,
  project text,
  PRIMARY KEY (bill_id, line),
  FOREIGN KEY (owner_id, ledger_id, bill_id) REFERENCES accounting_bills (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id, account_id) REFERENCES accounting_accounts (owner_id, ledger_id, id)
);
CREATE INDEX accounting_bill_lines_bill ON accounting_bill_lines (owner_id, ledger_id, bill_id);
CREATE INDEX accounting_bill_lines_account ON accounting_bill_lines (owner_id, ledger_id, account_id);

CREATE TABLE accounting_bill_payments (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  bill_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  date date NOT NULL,
  account_id text NOT NULL,
  -- Paid with a credit card: the card's processor reports it, not the payer.
  by_card boolean NOT NULL,
  entry_id text NOT NULL,
  voided_on date,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  FOREIGN KEY (owner_id, ledger_id, bill_id) REFERENCES accounting_bills (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id, account_id) REFERENCES accounting_accounts (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id, entry_id) REFERENCES accounting_entries (owner_id, ledger_id, id)
);
CREATE INDEX accounting_bill_payments_bill ON accounting_bill_payments (owner_id, ledger_id, bill_id);
CREATE INDEX accounting_bill_payments_date ON accounting_bill_payments (owner_id, date);
CREATE INDEX accounting_bill_payments_account ON accounting_bill_payments (owner_id, ledger_id, account_id);
CREATE INDEX accounting_bill_payments_entry ON accounting_bill_payments (owner_id, ledger_id, entry_id);

ALTER TABLE accounting_vendors ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_vendors FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_vendors
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_bills ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_bills FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_bills
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_bill_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_bill_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_bill_lines
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_bill_payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_bill_payments FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_bill_payments
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
