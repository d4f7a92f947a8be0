-- Takes 0140_payroll_states.sql back.
ALTER TABLE payslips DROP CONSTRAINT payslips_balance;
ALTER TABLE payslips DROP COLUMN tax_state, DROP COLUMN state_wages_cents, DROP COLUMN local_cents,
  DROP COLUMN contributions_cents, DROP COLUMN contributions, DROP COLUMN not_included;
ALTER TABLE payslips ADD CONSTRAINT payslips_check1 CHECK (gross_cents + reimbursement_cents = net_cents
  + federal_income_cents + social_security_cents + medicare_cents + additional_medicare_cents + state_cents
  + deductions_cents + garnishments_cents) NOT VALID;
ALTER TABLE payroll_tax_deposits DROP CONSTRAINT payroll_tax_deposits_form_check;
ALTER TABLE payroll_tax_deposits ADD CONSTRAINT payroll_tax_deposits_form_check
  CHECK (form IN ('941', '940', 'state_income', 'state_unemployment')) NOT VALID;
ALTER TABLE payroll_state_certificates DROP COLUMN elected_rate, DROP COLUMN exemption_code, DROP COLUMN county,
  DROP COLUMN spouse_has_income, DROP COLUMN exemption_counts, DROP COLUMN allowance_amount_cents;
ALTER TABLE payroll_settings DROP COLUMN passed_on_contributions;
ALTER TABLE payroll_employees DROP COLUMN residence_state;
DROP TABLE payroll_tax_tables;
DELETE FROM schema_migrations WHERE file = '0140_payroll_states.sql';
