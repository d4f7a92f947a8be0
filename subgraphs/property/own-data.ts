import type { OwnData } from "../../src/own-data/own-data.ts";

/** What an account may take with it of the property service. */
export const propertyOwnData: OwnData = {
  schema: "property",
  accountColumns: {},
  excluded: {
    outbox_events: "Events on their way to the platform; webhook_events has those of the account.",
  },
  secrets: {},
  byteColumns: {},
  appOf: () => "central",
};
