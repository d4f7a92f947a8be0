-- Takes 0113_credit_note_refunds.sql back.
DROP TABLE credit_note_refunds;
ALTER TABLE credit_notes DROP COLUMN refunded_minor, DROP COLUMN voided_on, DROP COLUMN void_reason;
DELETE FROM schema_migrations WHERE file = '0113_credit_note_refunds.sql';
