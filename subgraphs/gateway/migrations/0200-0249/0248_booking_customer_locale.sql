-- Language of a customer's mails, such as de-CH; null: that of the booking page, else the account's.
ALTER TABLE booking_customers ADD COLUMN locale text CHECK (locale ~ '^(en|fr|de|es|pt)(-[A-Z]{2})?$');
