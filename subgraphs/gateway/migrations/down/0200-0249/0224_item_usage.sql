DROP INDEX invoice_lines_item;
