-- Seats that a visitor of a booking page wants.
ALTER TABLE booking_page_requests ADD COLUMN party_size integer NOT NULL DEFAULT 1 CHECK (party_size >= 1);
