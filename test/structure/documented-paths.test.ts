import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { operationAreas } from "../../router/operations/areas.ts";
import type { OperationRow } from "../../router/operations/operation.ts";
import { restPaths } from "../../router/operations/registry.ts";
import { projectPath } from "../../src/project-root.ts";

/** Documented routes of the areas that are built. A route of a built area may only be missing by name. */
const documented: Record<string, string[]> = {
  "central-hub.md": [
    "POST /ai/generate-text",
    "POST /ai/generate-image",
    "POST /ai/search-image",
    "GET /ai/providers/status",
    "GET /ai/usage/{appId}",
    "GET /credits/balance/{appId}",
    "POST /credits/consume",
    "GET /credits/history/{appId}",
    "GET /credits/packages/{appId}",
    "GET /credits/operation-cost",
    "GET /marketplace/apps",
    "GET /crm/quotas",
    "GET /crm/contacts",
    "POST /crm/send-bulk-email",
    "GET /crm/analytics",
    "GET /api-keys",
    "GET /admin/service-accounts",
    "POST /admin/service-accounts",
    "DELETE /admin/service-accounts/{id}",
    "POST /credits/check-sufficient",
    "POST /credits/purchase",
    "POST /payments/processor/create-payment-intent",
    "POST /payments/processor/create-checkout-session",
    "GET /payments/transactions",
    "GET /payments/plans",
    "POST /payments/processor/webhook",
    "POST /subscriptions/create-portal",
    "POST /subscriptions/portal",
    "GET /subscriptions/payment-methods",
    "POST /subscriptions/payment-methods/set-default",
    "DELETE /subscriptions/payment-methods/{paymentMethodId}",
    "GET /subscriptions/invoices",
    "GET /subscriptions/upcoming-invoice/{appId}",
    "POST /subscriptions/invoices/{invoiceId}/retry",
    "POST /subscriptions/create-checkout",
    "POST /subscriptions/buy-credits",
    "GET /subscriptions/status",
    "GET /subscriptions/status/{appId}",
    "GET /subscriptions/all",
    "POST /subscriptions/cancel/{appId}",
    "POST /subscriptions/reactivate/{appId}",
    "POST /subscriptions/pause/{appId}",
    "POST /subscriptions/resume/{appId}",
    "POST /subscriptions/update/{appId}",
    "POST /integrations/bank/link-token",
    "POST /integrations/bank/exchange-token",
    "GET /integrations/bank/connections",
    "GET /integrations/bank/account-limit",
    "GET /integrations/bank/accounts/{connectionId}",
    "GET /integrations/bank/balances/{connectionId}",
    "POST /integrations/bank/sync/{connectionId}",
    "GET /integrations/bank/transactions",
    "PUT /integrations/bank/toggle-app",
    "DELETE /integrations/bank/disconnect/{connectionId}",
    "POST /integrations/bank/check-duplicate",
    "POST /integrations/bank/webhook",
    "GET /integrations/bank/institutions",
    "GET /integrations/bank/institutions/{institutionId}",
    "POST /integrations/oauth/{provider}/initiate",
    "GET /integrations/oauth/{provider}/status",
    "GET /integrations/taxfiling/health",
    "GET /integrations/taxfiling/businesses",
    "POST /integrations/taxfiling/businesses",
    "POST /integrations/taxfiling/forms/1099-nec",
    "POST /api/integrations/export-payroll",
    "POST /createExternalInvoice",
    "GET /getExternalInvoices",
    "POST /createExternalQuotation",
    "GET /getExternalQuotations",
  ],
  "property-intelligence.md": [
    "GET /v1/properties/search",
    "GET /v1/properties/{id}",
    "GET /v1/scoring/{propertyId}",
    "POST /v1/scoring/bulk",
    "GET /v1/data-sources/status",
    "GET /v1/reports",
    "POST /v1/reports",
  ],
  "platform-gateway.md": [
    "POST /invoices",
    "POST /bookings",
    "POST /payroll/run",
    "PUT /credits/auto-reload",
    "GET /credits/auto-reload/history",
    "GET /reports/monthly",
  ],
};

/** Paths of each finished area, and its routes that wait for another area. */
const builtAreas: Record<string, { paths: RegExp; waiting: string[] }> = {
  "central-hub.md": {
    paths:
      /^\S+ \/(ai\/|(credits|marketplace|crm)\/|payments\/|subscriptions\/|api-keys|admin\/service-accounts|(create|get)External|integrations\/(bank|taxfiling|oauth)\/|api\/integrations\/)/,
    waiting: [],
  },
  "property-intelligence.md": { paths: /^\S+ \/v1\/(properties|scoring|reports|data-sources)/, waiting: [] },
  "platform-gateway.md": { paths: /^\S+ \/(invoices|bookings|payroll|credits|reports)/, waiting: [] },
};

/** Every route that the specification documents, by its file. */
const specified = JSON.parse(
  readFileSync(projectPath("test", "fixtures", "specification", "documented-routes.json"), "utf8"),
) as Record<string, string[]>;

const rows = operationAreas.flatMap((area) => area.operations);
const routes = new Map<string, OperationRow>(
  rows.flatMap((row) =>
    restPaths(row).map((path) => [`${row.rest!.method} ${anonymous(path)}`, row] as const),
  ),
);

function anonymous(path: string): string {
  return path.replaceAll(/\{\w+\}/g, "{}");
}

test.each(Object.values(documented).flat())("%s has a route, and says that it is documented", (route) => {
  expect(routes.get(anonymous(route))).toMatchObject({ documented: true });
});

test("property routes also answer below /api, and the search without a version", () => {
  expect(routes.has("GET /api/v1/properties/search")).toBe(true);
  expect(routes.has("GET /api/v1/properties/{}")).toBe(true);
  expect(routes.has("GET /api/properties/search")).toBe(true);
});

test("gateway routes also answer with the app in the path", () => {
  expect(routes.get("POST /a/{}/invoices")).toBe(routes.get("POST /invoices"));
});

test("nothing that the source does not document says that it is documented", () => {
  const known = new Set(Object.values(documented).flat().map(anonymous));
  const claimed = rows
    .filter((row) => row.documented && row.rest)
    .flatMap((row) => {
      const { method, path, deprecatedAliases = [] } = row.rest!;
      const aliases = deprecatedAliases.map((alias) => `${method} ${anonymous(alias)}`);
      return [`${method} ${anonymous(path)}`, ...aliases.filter((alias) => known.has(alias))];
    });
  expect(claimed.sort()).toEqual([...known].sort());
});

test.each(Object.keys(documented))("the list above is all that %s documents", (file) => {
  const found = specified[file]!.filter((route) => builtAreas[file]!.paths.test(route));
  expect(found.sort()).toEqual([...documented[file]!, ...builtAreas[file]!.waiting].sort());
});
