import type { CrmDeal } from "./deal.types.ts";

export type DealEventName = "created" | "updated" | "stage_changed" | "won" | "lost" | "reopened";

/** The public event of a deal, as it is after the change, without its history. */
export function dealEvent(name: DealEventName, ownerId: string, deal: CrmDeal) {
  const { history: _, ...object } = deal;
  return {
    type: `crm.deal.${name}`,
    objectId: deal.dealId,
    appId: null,
    ownerId,
    payload: { object, previous: null },
  };
}
