-- Takes 0226_quotation_taxes.sql back. Lines keep what they know of taxes, which older code does not read.
ALTER TABLE quotations
  DROP COLUMN discount_minor,
  DROP COLUMN subtotal_minor,
  DROP COLUMN tax_minor,
  DROP COLUMN tax_lines,
  DROP COLUMN rounding_mode,
  DROP COLUMN tax_rounding_level;
DELETE FROM schema_migrations WHERE file = '0226_quotation_taxes.sql';
