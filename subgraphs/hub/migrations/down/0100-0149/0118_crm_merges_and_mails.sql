-- Takes 0118_crm_merges_and_mails.sql back. Contacts that were merged stay merged; e-mails to one person are campaigns.
CREATE OR REPLACE FUNCTION forget_crm_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE crm_delivery_reports SET address = 'erased:' || message_id
    WHERE message_id IN (SELECT id FROM crm_messages WHERE owner_id = OLD.owner_id
      AND (contact_id = OLD.id OR (channel = 'email' AND address = OLD.email) OR (channel <> 'email' AND address = OLD.phone)));
  UPDATE crm_messages SET address = 'erased:' || id, name = NULL, variables = '{}', body = NULL,
      status = CASE WHEN status = 'queued' THEN 'failed' ELSE status END,
      reason = CASE WHEN status = 'queued' THEN 'suppressed' ELSE reason END,
      failed_at = CASE WHEN status = 'queued' THEN NEW.erased_at ELSE failed_at END
    WHERE owner_id = OLD.owner_id
      AND (contact_id = OLD.id OR (channel = 'email' AND address = OLD.email) OR (channel <> 'email' AND address = OLD.phone));
  RETURN NULL;
END
$$;
ALTER TABLE crm_campaigns DROP COLUMN in_reply_to, DROP COLUMN reference_ids, DROP COLUMN attachments;
DROP TRIGGER crm_contacts_erased ON crm_contacts;
CREATE TRIGGER crm_contacts_erased AFTER UPDATE OF erased_at ON crm_contacts FOR EACH ROW
  WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION forget_crm_messages();
ALTER TABLE crm_contacts DROP COLUMN merged_into;
DELETE FROM schema_migrations WHERE file = '0118_crm_merges_and_mails.sql';
