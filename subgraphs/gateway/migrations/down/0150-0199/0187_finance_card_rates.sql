-- Takes 0187_finance_card_rates.sql back.
ALTER TABLE finance_accounts DROP COLUMN annual_rate;
DELETE FROM schema_migrations WHERE file = '0187_finance_card_rates.sql';
