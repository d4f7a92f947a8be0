-- Entries that take balances in foreign currencies to the rates of a day.
ALTER TABLE accounting_entries DROP CONSTRAINT accounting_entries_kind_check;
ALTER TABLE accounting_entries ADD CONSTRAINT accounting_entries_kind_check
  CHECK (kind IN ('standard', 'reversal', 'closing', 'revaluation'));
CREATE INDEX accounting_entries_foreign ON accounting_entries (ledger_id, date) INCLUDE (owner_id, foreign_currency)
  WHERE foreign_currency IS NOT NULL AND number IS NOT NULL;
