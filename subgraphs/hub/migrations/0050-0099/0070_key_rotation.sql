-- Which pepper a key is hashed with: an id derived from it. NULL for hashes from before peppers had ids.
ALTER TABLE api_keys ADD COLUMN pepper_id text, ADD COLUMN previous_pepper_id text;
ALTER TABLE service_accounts ADD COLUMN pepper_id text;

-- The account's id at the provider, sealed for its row: its fingerprint can be calculated again under another key. NULL
-- for accounts that were connected before; theirs is replaced when they are connected again.
ALTER TABLE oauth_connections ADD COLUMN account_subject_sealed text;
