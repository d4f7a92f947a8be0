-- A merged contact is emptied as an erased one, and names the contact that it became a part of.
ALTER TABLE crm_contacts ADD COLUMN merged_into text REFERENCES crm_contacts (id) ON DELETE SET NULL,
  ADD CONSTRAINT crm_contacts_merged_is_empty CHECK (merged_into IS NULL OR erased_at IS NOT NULL);
CREATE INDEX crm_contacts_merged ON crm_contacts (merged_into) WHERE merged_into IS NOT NULL;

-- What was sent to a merged contact stays: its messages belong to the other one.
DROP TRIGGER crm_contacts_erased ON crm_contacts;
CREATE TRIGGER crm_contacts_erased AFTER UPDATE OF erased_at ON crm_contacts FOR EACH ROW
  WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.merged_into IS NULL)
  EXECUTE FUNCTION forget_crm_messages();

-- An e-mail to one person is a campaign with one message, whose ID starts with mail_. It can answer a message, and have files.
ALTER TABLE crm_campaigns ADD COLUMN in_reply_to text,
  ADD COLUMN reference_ids text[] NOT NULL DEFAULT '{}',
  -- In order: {fileId, filename, contentType, size}.
  ADD COLUMN attachments jsonb NOT NULL DEFAULT '[]';

-- The text of such an e-mail is about its recipient, so it is erased with the contact.
CREATE OR REPLACE FUNCTION forget_crm_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE crm_campaigns SET subject = '', html_body = '', text_body = NULL, from_name = NULL, reply_to = NULL,
      in_reply_to = NULL, reference_ids = '{}', attachments = '[]'
    WHERE owner_id = OLD.owner_id AND id LIKE 'mail\_%' AND id IN (SELECT campaign_id FROM crm_messages
      WHERE owner_id = OLD.owner_id AND channel = 'email' AND (contact_id = OLD.id OR address = OLD.email));
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
