import { DomainError } from "../../../../src/errors.ts";
import type { CampaignStatus } from "./campaign.types.ts";

export const campaignNotFound = () => new DomainError("CAMPAIGN_NOT_FOUND", "There is no such campaign.");

/** 409: how far it is, and from where it could be done. */
export function campaignConflict(
  currentState: CampaignStatus,
  allowed: readonly CampaignStatus[],
): DomainError {
  const message = `A campaign that is ${currentState} does not allow this.`;
  return new DomainError("CAMPAIGN_STATE_CONFLICT", message, { currentState, allowed });
}
