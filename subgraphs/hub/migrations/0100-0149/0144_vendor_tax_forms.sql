-- The vendor in the books whose payments a form reports. No reference: a form is kept longer than the books.
ALTER TABLE tax_forms ADD COLUMN vendor_id text;
CREATE INDEX tax_forms_vendor ON tax_forms (owner_id, vendor_id) WHERE vendor_id IS NOT NULL;
