-- Takes 0150_irs_payments.sql back.
DROP TABLE hvut_irs_payments;
DELETE FROM schema_migrations WHERE file = '0150_irs_payments.sql';
