-- Takes 0092_spend_together.sql back. No data is lost.
DROP FUNCTION spend_together(json, json);
DROP TYPE credit_spending;
DELETE FROM schema_migrations WHERE file = '0092_spend_together.sql';
