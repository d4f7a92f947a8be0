import { shownCampaignId } from "../campaigns/single-mail.ts";

/** Fields of a message that its events contain. */
export interface MessageFacts {
  id: string;
  ownerId: string;
  campaignId: string | null;
  contactId: string | null;
  channel: "email" | "sms" | "call";
}

export type MessageEventName = "delivered" | "bounced" | "complained" | "unsubscribed" | "failed";

/** The public event of a message, without the address. */
export function messageEvent(name: MessageEventName, facts: MessageFacts, reason: string | null) {
  const { id: messageId, ownerId, contactId, channel } = facts;
  const campaignId = shownCampaignId(facts.campaignId);
  const object = { messageId, campaignId, contactId, channel, reason };
  return {
    type: `crm.message.${name}`,
    objectId: messageId,
    appId: null,
    ownerId,
    payload: { object, previous: null },
  };
}

/** The internal event that a mail server has accepted an e-mail to a contact: the contact's timeline has it. */
export function mailSentEvent(facts: MessageFacts) {
  return { ...messageEvent("delivered", facts, null), type: "crm.mail_sent" };
}
