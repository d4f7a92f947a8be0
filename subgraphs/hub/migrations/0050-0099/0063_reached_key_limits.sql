-- Until when the owner has been told that a limit of the key is reached.
ALTER TABLE api_keys ADD COLUMN limit_reached_until timestamptz;
