-- The vendor in the books whose payments a form reports.
ALTER TABLE tax_forms ADD COLUMN vendor_id text REFERENCES accounting_vendors (id) ON DELETE SET NULL;
CREATE INDEX tax_forms_vendor ON tax_forms (vendor_id) WHERE vendor_id IS NOT NULL;
