-- Takes 0220_late_fees.sql back.
DROP TABLE late_fees;
ALTER TABLE invoicing_settings DROP COLUMN late_fee;
DELETE FROM schema_migrations WHERE file = '0220_late_fees.sql';
