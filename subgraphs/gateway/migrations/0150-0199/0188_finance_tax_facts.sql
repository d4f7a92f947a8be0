-- Facts for the business income deduction and for state income tax.
ALTER TABLE finance_tax_profiles ADD COLUMN is_specified_service boolean NOT NULL DEFAULT false;
ALTER TABLE finance_tax_profiles
  ADD COLUMN state_allowances integer NOT NULL DEFAULT 0 CHECK (state_allowances BETWEEN 0 AND 20);
