-- Takes 0190_returned_payments.sql back.
ALTER TABLE online_payments DROP COLUMN readings;
ALTER TABLE payment_refunds DROP COLUMN returns_excess;
DELETE FROM schema_migrations WHERE file = '0190_returned_payments.sql';
