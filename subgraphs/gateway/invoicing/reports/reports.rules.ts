import {
  and,
  costs,
  hasScope,
  isAuthenticated,
  onApp,
  type Rule,
  type RuleMap,
} from "../../../../src/access/rules.ts";
import { DomainError } from "../../../../src/errors.ts";

const readsReports = and(isAuthenticated, hasScope("read:reports"));

/** Monthly reports are available in the invoicing app and account-wide. */
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
