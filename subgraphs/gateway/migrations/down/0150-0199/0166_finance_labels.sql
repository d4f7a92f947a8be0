-- Takes 0166_finance_labels.sql back. Names that were merged become payees without transactions.
DROP INDEX finance_splits_category, finance_transactions_category, finance_transactions_payee;
ALTER TABLE finance_payees DROP COLUMN default_category_id, DROP COLUMN merged_into;
DROP INDEX IF EXISTS finance_payees_owner;
DELETE FROM schema_migrations WHERE file = '0166_finance_labels.sql';
