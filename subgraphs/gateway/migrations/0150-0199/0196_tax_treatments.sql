-- How taxes are calculated and why something is not taxed. A tax rate never changes these; a line keeps its own copy.
ALTER TABLE tax_rates
  ADD COLUMN is_compound boolean NOT NULL DEFAULT false,
  ADD COLUMN is_inclusive boolean NOT NULL DEFAULT false,
  ADD COLUMN is_withheld boolean NOT NULL DEFAULT false,
  ADD COLUMN category text NOT NULL DEFAULT 'standard' CHECK (category IN (
    'standard', 'zero', 'exempt', 'reverse_charge', 'intra_community', 'export', 'outside_scope')),
  ADD COLUMN exemption_reason text;
UPDATE tax_rates SET category = 'zero' WHERE rate = 0;
ALTER TABLE tax_rates ADD CONSTRAINT tax_rates_category CHECK ((category = 'standard') = (rate > 0));
ALTER TABLE invoice_lines ADD COLUMN taxes jsonb NOT NULL DEFAULT '[]';
