-- Takes 0167_finance_tags.sql back. Transactions keep the names of their tags.
DROP TABLE finance_tags;
DELETE FROM schema_migrations WHERE file = '0167_finance_tags.sql';
