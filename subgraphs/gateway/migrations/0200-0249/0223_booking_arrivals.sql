ALTER TABLE bookings
  -- When the customer came, and when the visit was over, as they were reported; null for those reported before.
  ADD COLUMN checked_in_at timestamptz(3),
  ADD COLUMN completed_at timestamptz(3);
