-- Which invoice a posting opens or settles, and when that is due: aging of receivables needs both. Postings of before have
-- none until their app is synced again; an invoice is then its own item, due on its day.
ALTER TABLE accounting_app_postings ADD COLUMN item_id text, ADD COLUMN due_date date;
