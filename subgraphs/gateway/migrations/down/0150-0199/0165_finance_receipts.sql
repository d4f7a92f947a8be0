-- Takes 0165_finance_receipts.sql back.
DROP TABLE finance_receipts;
DELETE FROM schema_migrations WHERE file = '0165_finance_receipts.sql';
