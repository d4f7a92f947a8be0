-- Takes 0192_saved_payment_methods.sql back.
ALTER TABLE online_payments DROP COLUMN consent_ip, DROP COLUMN saves_method;
ALTER TABLE recurring_invoices DROP COLUMN auto_charge;
DROP TABLE auto_charges;
DROP TABLE saved_payment_methods;
DELETE FROM schema_migrations WHERE file = '0192_saved_payment_methods.sql';
