-- Prices of a market data service, with the time when they were fetched. Prices set by hand are never replaced.
ALTER TABLE finance_prices DROP CONSTRAINT finance_prices_source_check;
ALTER TABLE finance_prices
  ADD CONSTRAINT finance_prices_source_check CHECK (source IN ('manual', 'trade', 'market')),
  ADD COLUMN fetched_at timestamptz(3);
