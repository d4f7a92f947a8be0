/** Inputs of the campaign health check. */
export interface CampaignOutcomes {
  /** Messages that a mail server took or refused. */
  sends: number;
  bounces: number;
  complaints: number;
}

const leastSends = 200;

/** Why a campaign must not go on, or null: more than 5 % bounces or 0.3 % complaints over at least 200 sends. */
export function pauseReason({ sends, bounces, complaints }: CampaignOutcomes): string | null {
  if (sends < leastSends) return null;
  if (bounces * 100 > sends * 5) return "bounce_rate";
  if (complaints * 1000 > sends * 3) return "complaint_rate";
  return null;
}
