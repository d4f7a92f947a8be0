/**
 * An e-mail to one person is sent as a campaign with one message, so that it has the same suppressions, quota and delivery.
 * Its ID starts differently: lists of campaigns leave it out, and its message shows no campaign.
 */
export const singleMailPrefix = "mail";

/** Condition over campaigns `c` that are not e-mails to one person. */
export const isBulkSql = String.raw`c.id NOT LIKE 'mail\_%'`;

/** The campaign of a message as users see it; null for an e-mail to one person. */
export function shownCampaignId(campaignId: string | null): string | null {
  return campaignId?.startsWith(`${singleMailPrefix}_`) ? null : campaignId;
}
