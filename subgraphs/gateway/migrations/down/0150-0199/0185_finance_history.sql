-- Takes 0185_finance_history.sql back.
DROP FUNCTION finance_record_change() CASCADE;
DROP FUNCTION finance_record_receipts() CASCADE;
DROP FUNCTION finance_receipt_image(text, text, text, text, text, integer, text, timestamptz);
DROP FUNCTION finance_open_change(text);
DROP FUNCTION finance_fingerprint(jsonb);
DROP TABLE finance_change_files, finance_change_rows, finance_changes;
DELETE FROM schema_migrations WHERE file = '0185_finance_history.sql';
