-- Payees: a category for new transactions, and names that were merged into another payee. Such a row keeps its name, so that
-- new transactions under it are booked on the other one, and has none itself.
ALTER TABLE finance_payees
  ADD COLUMN default_category_id text REFERENCES finance_categories (id),
  ADD COLUMN merged_into text REFERENCES finance_payees (id);
CREATE INDEX finance_payees_owner ON finance_payees (owner_id, created_at DESC, id DESC) WHERE merged_into IS NULL;
CREATE INDEX finance_payees_merged ON finance_payees (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX finance_payees_category ON finance_payees (default_category_id) WHERE default_category_id IS NOT NULL;
CREATE INDEX finance_transactions_payee ON finance_transactions (payee_id, date DESC, id DESC);
CREATE INDEX finance_transactions_category ON finance_transactions (category_id) WHERE category_id IS NOT NULL;
CREATE INDEX finance_splits_category ON finance_splits (category_id);
