import { expect, test } from "vitest";
import {
  findEntityFaults,
  findHandMadePages,
  findMixedFiles,
  findMixedWrites,
  readEntityTables,
} from "./data-access.ts";
import { readSource, readSources } from "./imports.ts";

const code = readSources();
const sample = (path: string, text: string) => [readSource(path, text)];
const paths = (pattern: RegExp) => code.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

// The lists of this file may only become shorter: a new feature reads and writes SQL rows.

test("the tables with an entity are these", () => {
  expect([...readEntityTables(code).values()].sort()).toEqual([
    "booking_notifications",
    "booking_providers",
    "booking_services",
    "bookings",
    "catalogue_items",
    "clients",
    "credit_notes",
    "expenses",
    "hvut_filers",
    "hvut_filings",
    "hvut_schedules",
    "hvut_vehicles",
    "invoice_lines",
    "invoices",
    "payments_received",
    "quotations",
    "receipts",
    "recurring_invoices",
    "tax_rates",
  ]);
});

test("entities are declared in *.entity.ts, and finders are used with an entity alone", () => {
  expect(findEntityFaults(code)).toEqual([]);
  const decorated = 'import { Entity } from "@mikro-orm/decorators/legacy";\n';
  expect(findEntityFaults(sample("subgraphs/hub/a/a.service.ts", decorated))).toHaveLength(1);
  expect(findEntityFaults(sample("subgraphs/hub/a/a.entity.ts", decorated))).toEqual([]);
  const finder = "const row = await em.findOne(Invoice, id);\n";
  expect(findEntityFaults(sample("subgraphs/hub/a/a.service.ts", finder))).toHaveLength(1);
});

test("a table with an entity is written by SQL in these files alone", () => {
  expect(findMixedWrites(code, readEntityTables(code))).toEqual([
    "subgraphs/gateway/booking/bookings/holds.service.ts bookings",
    "subgraphs/gateway/booking/bookings/move-booking.service.ts bookings",
    "subgraphs/gateway/booking/bookings/take-slot.service.ts bookings",
    "subgraphs/gateway/booking/reminders/plan-notifications.service.ts booking_notifications",
    "subgraphs/gateway/booking/reminders/reminder-schedules.service.ts booking_notifications",
    "subgraphs/gateway/booking/reminders/send-notification.service.ts booking_notifications",
    "subgraphs/gateway/invoicing/invoices/clients.service.ts clients",
  ]);
  const entity = '@Entity({ tableName: "bills" })\nexport class BillEntity {}\n';
  const tables = readEntityTables(sample("a/bill.entity.ts", entity));
  expect(findMixedWrites(sample("a.ts", "`UPDATE bills SET x = 1`"), tables)).toEqual(["a.ts bills"]);
  expect(findMixedWrites(sample("a.ts", "`SELECT 1 FROM bills`"), tables)).toEqual([]);
});

test("only one file uses both entities and SQL", () => {
  expect(findMixedFiles(code)).toEqual([
    "subgraphs/gateway/booking/booking-history/booking-history.service.ts",
    "subgraphs/gateway/booking/reminders/reminders.service.ts",
    "subgraphs/gateway/booking/reminders/send-notification.service.ts",
    "subgraphs/gateway/booking/series/change-series.service.ts",
    "subgraphs/gateway/booking/series/read-series.service.ts",
    "subgraphs/gateway/booking/setup/archive-services.service.ts",
    "subgraphs/gateway/booking/setup/providers.service.ts",
    "subgraphs/gateway/booking/setup/services.service.ts",
    "subgraphs/gateway/hvut/filings/amendment-chain.service.ts",
    "subgraphs/gateway/hvut/filings/submit-filing.service.ts",
    "subgraphs/gateway/hvut/schedules/schedule.service.ts",
    "subgraphs/gateway/hvut/tax/credit-sources.service.ts",
    "subgraphs/gateway/hvut/vehicles/import-vehicles.service.ts",
    "subgraphs/gateway/hvut/vehicles/mileage.service.ts",
    "subgraphs/gateway/hvut/vehicles/vehicles.service.ts",
    "subgraphs/gateway/invoicing/client-contacts/client-contacts.service.ts",
    "subgraphs/gateway/invoicing/clients/change-clients.service.ts",
    "subgraphs/gateway/invoicing/clients/client-balance.service.ts",
    "subgraphs/gateway/invoicing/clients/client-statement.service.ts",
    "subgraphs/gateway/invoicing/clients/merge-clients.service.ts",
    "subgraphs/gateway/invoicing/clients/read-clients.service.ts",
    "subgraphs/gateway/invoicing/credit-notes/read-credit-notes.service.ts",
    "subgraphs/gateway/invoicing/documents/read-documents.service.ts",
  ]);
  expect(findMixedFiles(sample("subgraphs/a.ts", "em.find(X, {}); executeSql(em, sql);"))).toHaveLength(1);
});

test("rows are mapped in one place, and cursors are sealed and opened in one", () => {
  expect(paths(/jsonb_populate_record/)).toEqual([
    "src/db/rows.ts",
    // Rows of any table of the app, as the history recorded them.
    "subgraphs/gateway/finance/history/history.rows.ts",
  ]);
  expect(paths(/new DomainError\(\s*"INVALID_CURSOR"/)).toEqual(["src/db/cursor.ts"]);
});

test("contexts are copied by copyContext, which forks no entity manager", () => {
  const spread = /\.\.\.ctx\b(?![.[(?])/;
  expect(paths(spread)).toEqual([
    // A rehearsal is rolled back, so it has an entity manager of its own.
    "src/access/approvals.ts",
    // The comment of copyContext.
    "src/context.ts",
  ]);
  for (const text of ["const own = { ...ctx, appId: null };", "({\n  ...ctx,\n  meter })"])
    expect(spread.test(text), text).toBe(true);
  expect(spread.test("{ ...ctx.principal, ownerId }")).toBe(false);
});

test("a page type with rows, total and nextCursor comes from the factory", () => {
  // These have more fields, before or between the three.
  expect(findHandMadePages(code)).toEqual([
    "subgraphs/gateway/finance/accounts/account.types.ts FinanceAccountPage",
    "subgraphs/hub/audit/account-audit.types.ts AccountAuditFile",
    "subgraphs/hub/banking/transactions/bank-transactions.types.ts BankTransactionPage",
    "subgraphs/hub/crm/imports/import.types.ts CrmImportRemarkPage",
    "subgraphs/hub/oauth/oauth.types.ts OauthConnectionPage",
    "subgraphs/property/search/search.types.ts PropertyPage",
  ]);
  const page = "\nexport class BillPage {\n  bills: Bill[];\n  nextCursor: string | null;\n}\n";
  expect(findHandMadePages(sample("a.ts", page))).toEqual(["a.ts BillPage"]);
});
