-- Quotations have the taxes and discounts of invoices, so that what a client accepts is what is billed.
ALTER TABLE quotations
  ADD COLUMN discount_minor bigint NOT NULL DEFAULT 0,
  -- Net after the discount, before tax.
  ADD COLUMN subtotal_minor bigint,
  ADD COLUMN tax_minor bigint NOT NULL DEFAULT 0,
  ADD COLUMN tax_lines jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN rounding_mode text NOT NULL DEFAULT 'half_up',
  ADD COLUMN tax_rounding_level text NOT NULL DEFAULT 'invoice';
SELECT set_config('app.system', 'on', true);
UPDATE quotations SET subtotal_minor = total_minor, lines = (
  SELECT coalesce(jsonb_agg('{"discountMinor": 0, "taxRates": [], "taxes": [], "itemId": null}'::jsonb || line ORDER BY place), '[]')
  FROM jsonb_array_elements(lines) WITH ORDINALITY AS stored (line, place));
SELECT set_config('app.system', '', true);
ALTER TABLE quotations ALTER COLUMN subtotal_minor SET NOT NULL;
