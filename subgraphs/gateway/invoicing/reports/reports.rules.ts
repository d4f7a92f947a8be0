import {
  and,
  costs,
  hasScope,
  isCaller,
  onApp,
  type Rule,
  type RuleMap,
} from "../../../../src/access/rules.ts";
import { DomainError } from "../../../../src/errors.ts";

const readsReports = and(isCaller, hasScope("read:reports"));

/** The month belongs to the invoicing app, and to the account as a whole. */
const onInvoicerOrCentral: Rule = {
  facts: {},
  check: ({ ctx: { appId } }) =>
    appId === null || appId === "invoicer" || appId === "central"
      ? null
      : new DomainError(
          "APP_MISMATCH",
          "This operation belongs to the app invoicer. Send x-app-id: invoicer.",
          {
            expectedAppId: "invoicer",
          },
        ),
};

export const reportRules: RuleMap = {
  Query: {
    monthlyReport: and(readsReports, onInvoicerOrCentral, costs("report.monthly")),
    agingReport: and(readsReports, onApp("invoicer")),
    revenueByClient: and(readsReports, onApp("invoicer")),
    taxSummary: and(readsReports, onApp("invoicer")),
  },
};
