-- The language of mails to a client, and the country that electronic invoices must name.
ALTER TABLE clients
  ADD COLUMN country text CHECK (country ~ '^[A-Z]{2}$'),
  ADD COLUMN language text CHECK (language IN ('en', 'fr', 'de', 'es', 'pt'));
ALTER TABLE invoices ADD COLUMN client_country text;
