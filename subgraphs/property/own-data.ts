import type { OwnData } from "../../src/own-data/own-data.ts";

/** What an account may take with it of the property service. */
export const propertyOwnData: OwnData = {
  schema: "property",
  accountColumns: {},
  excluded: {
    outbox_events: "Events on their way to the platform; webhook_events has those of the account.",
  },
  secrets: {},
  kept: {
    audit_log: {
      reason: "Evidence, chained: kept for 2 years, of taxes and payroll for 7.",
      keepsOwner: true,
    },
    outbox_events: { reason: "Deleted within days of their delivery.", keepsOwner: true },
  },
  byteColumns: {},
  appOf: () => "central",
};
