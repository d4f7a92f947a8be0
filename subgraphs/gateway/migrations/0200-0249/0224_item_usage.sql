-- Lines of a catalogue item, to count its use.
CREATE INDEX invoice_lines_item ON invoice_lines (item_id) WHERE item_id IS NOT NULL;
