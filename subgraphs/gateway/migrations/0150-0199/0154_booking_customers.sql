-- Customers that the account entered itself, and who may not book.
ALTER TABLE booking_customers
  -- Null of customers who are known from their bookings alone.
  ADD COLUMN entered_at timestamptz(3),
  ADD COLUMN blocked_at timestamptz(3),
  ADD COLUMN block_reason text;
CREATE INDEX bookings_customer ON bookings (customer_id) WHERE customer_id IS NOT NULL;
