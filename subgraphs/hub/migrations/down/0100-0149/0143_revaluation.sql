-- Takes 0143_revaluation.sql back. Revaluations that were posted become standard entries, which are posted and must not change
-- otherwise.
DROP INDEX accounting_entries_foreign;
ALTER TABLE accounting_entries DISABLE TRIGGER guard_entry;
UPDATE accounting_entries SET kind = 'standard' WHERE kind = 'revaluation';
ALTER TABLE accounting_entries ENABLE TRIGGER guard_entry;
ALTER TABLE accounting_entries DROP CONSTRAINT accounting_entries_kind_check;
ALTER TABLE accounting_entries ADD CONSTRAINT accounting_entries_kind_check
  CHECK (kind IN ('standard', 'reversal', 'closing'));
DELETE FROM schema_migrations WHERE file = '0143_revaluation.sql';
