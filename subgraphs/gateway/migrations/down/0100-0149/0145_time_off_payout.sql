-- Takes 0145_time_off_payout.sql back.
ALTER TABLE payroll_employees DROP COLUMN payout_pto;
DELETE FROM schema_migrations WHERE file = '0145_time_off_payout.sql';
