-- The method of a charge's last attempt: an attempt that is resumed charges the same one, under the same key.
ALTER TABLE auto_charges ADD COLUMN method_id text REFERENCES saved_payment_methods (id) ON DELETE SET NULL;
CREATE INDEX auto_charges_method ON auto_charges (method_id) WHERE method_id IS NOT NULL;
