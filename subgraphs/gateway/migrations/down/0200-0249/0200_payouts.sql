-- Takes 0200_payouts.sql back. What awaits payment is on its way again.
DROP TABLE payroll_transfer_events;
DROP TABLE payroll_transfers;
DROP TABLE payroll_payout_accounts;
ALTER TABLE payroll_settings DROP COLUMN funding_last4, DROP COLUMN funding_secret_id;
UPDATE contractor_payments SET status = 'processing' WHERE status = 'awaiting_payment';
ALTER TABLE contractor_payments DROP CONSTRAINT contractor_payments_status_check;
ALTER TABLE contractor_payments
  DROP COLUMN paid_by,
  DROP COLUMN paid_at,
  ADD CONSTRAINT contractor_payments_status_check CHECK (status IN ('scheduled', 'processing', 'paid', 'failed', 'cancelled'));
UPDATE payroll_runs SET status = 'processing' WHERE status = 'awaiting_payment';
ALTER TABLE payroll_runs DROP CONSTRAINT payroll_runs_status_check;
ALTER TABLE payroll_runs
  DROP COLUMN paid_by,
  DROP COLUMN paid_at,
  ADD CONSTRAINT payroll_runs_status_check
    CHECK (status IN ('draft', 'pending', 'processing', 'paid', 'partially_paid', 'failed', 'cancelled'));
DELETE FROM schema_migrations WHERE file = '0200_payouts.sql';
