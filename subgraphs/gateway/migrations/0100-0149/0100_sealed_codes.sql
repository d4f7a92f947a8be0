-- Codes of tickets and stamps, sealed for their rows. They were derived from the encryption secret alone, so they could
-- not have been printed again once that is replaced. NULL until a rotation of the secret has sealed them.
ALTER TABLE event_tickets ADD COLUMN code_sealed text;
ALTER TABLE hvut_schedules ADD COLUMN code_sealed text;
