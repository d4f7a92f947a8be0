-- Takes 0177_finance_dividends_and_splits.sql back. Dividends stay as cash; units bought with them are purchases.
DROP TABLE finance_targets, finance_stock_splits;
DROP INDEX finance_transactions_trade, finance_trades_security, finance_trades_newest;
UPDATE finance_transactions SET trade_id = NULL
  WHERE trade_id IN (SELECT id FROM finance_trades WHERE side = 'dividend');
DELETE FROM finance_trades WHERE side = 'dividend';
UPDATE finance_trades SET side = 'buy' WHERE side = 'reinvestment';
ALTER TABLE finance_trades DROP COLUMN lots;
ALTER TABLE finance_trades DROP CONSTRAINT finance_trades_quantity_check;
ALTER TABLE finance_trades ADD CONSTRAINT finance_trades_quantity_check CHECK (quantity > 0);
ALTER TABLE finance_trades DROP CONSTRAINT finance_trades_side_check;
ALTER TABLE finance_trades ADD CONSTRAINT finance_trades_side_check CHECK (side IN ('buy', 'sell'));
DELETE FROM schema_migrations WHERE file = '0177_finance_dividends_and_splits.sql';
