-- Takes 0196_tax_treatments.sql back.
ALTER TABLE invoice_lines DROP COLUMN taxes;
ALTER TABLE tax_rates DROP CONSTRAINT tax_rates_category;
ALTER TABLE tax_rates
  DROP COLUMN is_compound,
  DROP COLUMN is_inclusive,
  DROP COLUMN is_withheld,
  DROP COLUMN category,
  DROP COLUMN exemption_reason;
DELETE FROM schema_migrations WHERE file = '0196_tax_treatments.sql';
