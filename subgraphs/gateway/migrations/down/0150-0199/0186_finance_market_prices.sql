-- Takes 0186_finance_market_prices.sql back. Fetched prices are lost.
SELECT set_config('app.system', 'on', true);
DELETE FROM finance_prices WHERE source = 'market';
ALTER TABLE finance_prices DROP CONSTRAINT finance_prices_source_check;
ALTER TABLE finance_prices ADD CONSTRAINT finance_prices_source_check CHECK (source IN ('manual', 'trade'));
ALTER TABLE finance_prices DROP COLUMN fetched_at;
DELETE FROM schema_migrations WHERE file = '0186_finance_market_prices.sql';
