import { DomainError } from "../../../../src/errors.ts";
import type { CampaignStatus } from "./campaign.types.ts";

export const campaignNotFound = () =>
  new DomainError("CAMPAIGN_NOT_FOUND", "Campaign not found. Check the campaignId.");

/** 409: how far it is, and from where it could be done. */
export function campaignConflict(
  currentState: CampaignStatus,
  allowed: readonly CampaignStatus[],
): DomainError {
  const message = `This is not possible while the campaign is ${currentState}. Allowed states: ${allowed.join(", ")}.`;
  return new DomainError("CAMPAIGN_STATE_CONFLICT", message, { currentState, allowed });
}
