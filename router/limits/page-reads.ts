import { operationAreas } from "../operations/areas.ts";

/**
 * Header of the reads that the explorer's pages send without a click of the visitor. Such a request counts in the class
 * `explorer` and uses nothing of the visitor's quota. Any client may send it: the class is bounded, and holds reads of
 * the account's own state only.
 */
export const pageReadHeader = "x-explorer-read";

/** Query fields that pages read beside their panels: the visitor's accounts and balance, and public prices. */
const besidePanels = ["profile", "accounts", "creditBalance", "creditPackages", "operationCosts", "plans"];

/** Queries of panels that are sent for a click only. */
const onClick: ReadonlySet<string> = new Set(["AccountAuditFile", "SubscriptionChangePreview"]);

/** Query fields that the explorer's pages read: those of panels, and few others. */
const fields: ReadonlySet<string> = new Set([
  ...besidePanels,
  ...operationAreas.flatMap(({ operations }) =>
    operations.flatMap(({ name, panel, field }) =>
      panel && field.startsWith("query.") && !onClick.has(name) ? [field.slice(6)] : [],
    ),
  ),
]);

/** True for a field that the explorer's pages read. */
export function isPageField(kind: string, name: string): boolean {
  return kind === "query" && fields.has(name);
}
