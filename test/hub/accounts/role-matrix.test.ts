import { readFileSync } from "node:fs";
import { Kind, parse, type FieldDefinitionNode } from "graphql";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StoredOperation } from "../../../router/operations/registry.ts";
import { invoiceBody } from "../../gateway/support/people.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { doorsOf, viaRest, viaTool } from "../../walk/door-calls.ts";
import {
  isAllowed,
  levels,
  mayUse,
  neededLevel,
  personal,
  refusedFor,
  roles,
  scopedApps,
} from "../../walk/expected-roles.ts";
import { pathInput, namedAppOf } from "../../walk/refusals.ts";
import { foundOrganization, newMember, signUp, type TestPerson } from "./organizations.ts";

// Each test asks every operation.
vi.setConfig({ testTimeout: 300_000 });

let app: TestApp;
let organizationId: string;
let operations: readonly StoredOperation[];
beforeAll(async () => {
  app = await openSharedApp();
  organizationId = await foundOrganization(app, await signUp(app));
  operations = [...app.running.router.registry.values()].filter(({ row }) => row.rest ?? row.tool);
});
afterAll(() => app?.close());

/** Calls with input that is never valid, so an admitted call has no effect. */
async function outcomeOf(operation: StoredOperation, headers: Record<string, string>) {
  const door = operation.row.rest ? viaRest(app) : viaTool(app);
  const appId = namedAppOf(operation);
  const own = appId === null ? headers : { ...headers, "x-app-id": appId };
  const { status, body } = await door(operation, { ...pathInput(operation), noSuchField: "x" }, own);
  return { status, code: body["code"], reason: (body["details"] as { reason?: string })?.reason };
}

const admittedCodes = ["VALIDATION_ERROR", "INVALID_SIGNATURE", "INVALID_JSON"];

test("every operation says what a member needs, or is about the person alone", () => {
  const unsaid = operations
    .filter(({ access }) => !["public", "admin", "internal"].includes(access.auth!))
    .filter(({ access }) => !access.scope && !access.anyScope && !access.right)
    .map(({ row }) => row.name);
  expect(unsaid.toSorted()).toEqual(personal);
});

describe.each(roles)("the role %s", (role) => {
  test("it admits to exactly the operations of its scopes and rights", async () => {
    const { headers } = await newMember(app, organizationId, role);
    let admitted = 0;
    for (const operation of operations) {
      const { status, code, reason } = await outcomeOf(operation, headers);
      const what = `${operation.row.name} as ${role}: ${status} ${String(code)} ${reason}`;
      if (isAllowed(operation, role)) {
        admitted++;
        expect.soft([status, admittedCodes.includes(String(code))], what).toEqual([400, true]);
      } else {
        expect.soft([status, refusedFor.includes(reason ?? "")], what).toEqual([403, true]);
      }
    }
    expect(admitted).toBeGreaterThan(10);
    if (role !== "owner") expect(admitted).toBeLessThan(operations.length);
  });
});

test("somebody else and a removed member find no account at any operation and door", async () => {
  const owner = await signUp(app);
  const id = await foundOrganization(app, owner);
  const [stranger, former] = [await signUp(app), await newMember(app, id, "admin")];
  expect((await app.get("/account", former.headers)).status).toBe(200);
  expect((await app.send("DELETE", `/account/members/${former.person.userId}`, owner.in(id))).status).toBe(
    200,
  );
  const all = [...app.running.router.registry.values()];
  expect(all.length).toBeGreaterThan(300);
  // One at the first door of each operation, the other at the last: refused before any of them is chosen.
  for (const operation of all) {
    const doors = doorsOf(app, operation);
    for (const [[door, send], headers] of [
      [doors[0]!, former.headers] as const,
      [doors.at(-1)!, stranger.in(id)] as const,
    ]) {
      const { status, body } = await send(operation, pathInput(operation), headers);
      const what = `${operation.row.name} by ${door}`;
      expect.soft([status, body["code"]], what).toEqual([404, "ACCOUNT_NOT_FOUND"]);
    }
  }
});

/** Fields that subgraphs add to the account, with their scopes: the graph fetches them by `_entities`. */
const addedFields = ["gateway", "property"].flatMap((subgraph) =>
  parse(readFileSync(`schema/${subgraph}.graphql`, "utf8")).definitions.flatMap((definition) =>
    definition.kind === Kind.OBJECT_TYPE_DEFINITION && definition.name.value === "Account"
      ? (definition.fields ?? []).filter(({ name }) => name.value !== "id").map(entityField)
      : [],
  ),
);

function entityField({ name, directives }: FieldDefinitionNode): { name: string; scope: string } {
  const access = directives?.find((directive) => directive.name.value === "access");
  const scope = access?.arguments?.find((argument) => argument.name.value === "scope")?.value;
  if (scope?.kind !== Kind.STRING) throw new Error(`Account.${name.value} has no scope`);
  return { name: name.value, scope: scope.value };
}

describe("entity fetches of the account", () => {
  let id: string;
  let owner: TestPerson;
  const entityDocument = (field: string) => `{ account { id ${field} { __typename } } }`;
  beforeAll(async () => {
    owner = await signUp(app);
    id = await foundOrganization(app, owner);
    const invoicer = { ...owner.in(id), "x-app-id": "invoicer" };
    const { status } = await app.post("/invoices", invoiceBody(), invoicer);
    if (status !== 201) throw new Error(`POST /invoices answered ${status}`);
    await app.database.query(
      `INSERT INTO property.saved_properties (owner_id, app_id, property_id, saved_at)
       SELECT $1, 'invoicer', id, now() FROM property.properties LIMIT 1`,
      [id],
    );
  });

  test("subgraphs add invoices and saved properties", () => {
    expect(addedFields.map(({ name }) => name)).toEqual(["recentInvoices", "savedProperties"]);
  });

  test.each(roles)("the role %s reads those of its scopes", async (role) => {
    const { headers } = await newMember(app, id, role);
    for (const { name, scope } of addedFields) {
      const { body } = await app.graphql(entityDocument(name), {}, headers);
      const found = (body.data as { account: Record<string, unknown[] | null> } | null)?.account[name];
      if (mayUse(role, scope)) expect.soft(found, `${name} as ${role}`).toHaveLength(1);
      else {
        expect.soft(found ?? null, `${name} as ${role}`).toBeNull();
        expect.soft(body.errors[0].extensions.code, `${name} as ${role}`).toBe("FORBIDDEN");
      }
    }
  });

  test("somebody else and a removed member read none of them", async () => {
    const [stranger, former] = [await signUp(app), await newMember(app, id, "owner")];
    const { name } = addedFields[0]!;
    expect((await app.graphql(entityDocument(name), {}, former.headers)).body.errors).toBeUndefined();
    expect((await app.send("DELETE", `/account/members/${former.person.userId}`, owner.in(id))).status).toBe(
      200,
    );
    for (const headers of [stranger.in(id), former.headers]) {
      for (const field of addedFields) {
        const { body } = await app.graphql(entityDocument(field.name), {}, headers);
        expect.soft(body.data ?? null, field.name).toBeNull();
        expect.soft(body.errors[0].extensions.code, field.name).toBe("ACCOUNT_NOT_FOUND");
      }
    }
  });
});

describe.each(levels)("the level %s", (level) => {
  test("it decides in its app, and in no other", async () => {
    const byApp = Object.fromEntries([...scopedApps.keys()].map((appId) => [appId, level]));
    const { headers } = await newMember(app, organizationId, "read_only", byApp);
    const ofApps = operations.filter((operation) => neededLevel(operation) !== null);
    expect(ofApps.length).toBeGreaterThan(100);
    for (const operation of ofApps) {
      const { status, reason } = await outcomeOf(operation, headers);
      const what = `${operation.row.name} at ${level}: ${status} ${reason}`;
      const isHeld = levels.indexOf(level) >= levels.indexOf(neededLevel(operation)!);
      expect.soft(status, what).toBe(isHeld ? 400 : 403);
    }
  });
});

test("a level does not apply to administrators, and not to apps that it does not name", async () => {
  const admin = await newMember(app, organizationId, "admin", { payroll: "none" });
  const member = await newMember(app, organizationId, "member", { payroll: "none" });
  const status = async (path: string, headers: Record<string, string>) =>
    (await app.get(path, { "x-app-id": "payroll", ...headers })).status;
  expect(await status("/payroll/employees", admin.headers)).toBe(200);
  expect(await status("/payroll/employees", member.headers)).toBe(403);
  expect(await status("/invoices", { ...member.headers, "x-app-id": "invoicer" })).toBe(200);
});

test("each right has its operations", () => {
  const byRight: Record<string, string[]> = {};
  for (const { access, row } of operations)
    if (access.right && !access.scope) (byRight[access.right] ??= []).push(row.name);
  for (const names of Object.values(byRight)) names.sort();
  expect(byRight).toMatchInlineSnapshot(`
    {
      "administer": [
        "AccountAuditCheck",
        "AccountAuditFile",
        "AccountAuditLog",
        "AccountDomains",
        "AccountInvitations",
        "AddDomain",
        "CancelDataExport",
        "CreateBankLinkToken",
        "DataExport",
        "DataExports",
        "DisconnectBank",
        "ExchangeBankToken",
        "ExportMyData",
        "GetRequest",
        "InviteMember",
        "LinkBankAccount",
        "ListRequests",
        "NotificationPreferences",
        "RemoveDomain",
        "RemoveMember",
        "ReopenBankReconciliation",
        "ReopenFiscalPeriod",
        "ResendInvitation",
        "RevokeInvitation",
        "RevokeOauthConnection",
        "SetApprovalRule",
        "StartOauthConnection",
        "ToggleBankApp",
        "UnlinkBankAccount",
        "UpdateDomain",
        "UpdateMember",
        "UpdateNotificationPreferences",
        "UpdateOrganization",
        "VerifyDomain",
      ],
      "approve": [
        "CreateBankAccountCheckFile",
        "CreateContractorAchFile",
        "CreateNewHireFile",
        "CreatePayrollAchFile",
        "CreateW2File",
      ],
      "bill": [
        "AppSubscriptionStatus",
        "BillingInvoices",
        "BuyCredits",
        "CancelSubscription",
        "CreateBillingPortal",
        "CreateCheckoutSession",
        "CreatePaymentIntent",
        "CreateSubscriptionCheckout",
        "DetachPaymentMethod",
        "PauseSubscription",
        "PaymentMethods",
        "PaymentTransactions",
        "PurchaseCredits",
        "ReactivateSubscription",
        "ResumeSubscription",
        "RetryBillingInvoice",
        "SetDefaultPaymentMethod",
        "SubscriptionChangePreview",
        "SubscriptionStatus",
        "Subscriptions",
        "UpcomingInvoice",
        "UpdateSubscription",
      ],
      "member": [
        "AcceptOwnership",
        "AccountClosure",
        "AccountMembers",
        "Accounts",
        "ApprovalRules",
        "ApproveApprovalRequest",
        "RejectApprovalRequest",
        "RevealOneTimeSecret",
        "WithdrawOwnership",
      ],
      "own": [
        "CloseOrganization",
        "OfferOwnership",
        "ReopenOrganization",
      ],
      "read": [
        "Activities",
        "BankAccountLimit",
        "BankAccounts",
        "BankBalances",
        "BankConnections",
        "BankTransactions",
        "BusinessProfile",
        "CheckBankDuplicate",
        "Companies",
        "Contact",
        "ContactConsents",
        "ContactImport",
        "ContactImportRemarks",
        "ContactImportReport",
        "ContactImports",
        "Contacts",
        "CrmAnalytics",
        "CrmQuotas",
        "Deal",
        "Deals",
        "EmailTemplate",
        "EmailTemplatePreview",
        "EmailTemplates",
        "GetAccountingReportFile",
        "GetAccountsPayableAging",
        "GetAccountsReceivableAging",
        "GetBalanceSheet",
        "GetBlog",
        "GetBlogPost",
        "GetCampaign",
        "GetCashFlowStatement",
        "GetCrmMessage",
        "GetForeignBalances",
        "GetGeneralLedger",
        "GetJournalEntry",
        "GetLedgerBudget",
        "GetLedgerExport",
        "GetLedgerExportAccounts",
        "GetLedgerMapping",
        "GetProfitAndLoss",
        "GetSubledgerReconciliation",
        "GetTrialBalance",
        "GetVendor",
        "GetVendorBill",
        "Institution",
        "Institutions",
        "ListBankLines",
        "ListBankReconciliations",
        "ListBankRules",
        "ListBankStatements",
        "ListBlogCategories",
        "ListBlogComments",
        "ListBlogPostRevisions",
        "ListBlogPosts",
        "ListCampaigns",
        "ListConnectedFiles",
        "ListCrmMessages",
        "ListFiscalPeriods",
        "ListJournalEntries",
        "ListLedgerAccounts",
        "ListLedgerBudgets",
        "ListLedgerExportEntries",
        "ListLedgerExports",
        "ListUnmatchedBankLines",
        "ListVendor1099Totals",
        "ListVendorBills",
        "ListVendors",
        "OauthConnectionStatus",
        "OauthConnections",
        "PipelineSummary",
        "Pipelines",
        "SearchContacts",
        "Suppressions",
        "Tasks",
      ],
      "write": [
        "AddSuppression",
        "ApplyBankRule",
        "ApproveVendorBill",
        "ArchiveLedgerAccount",
        "CancelCampaign",
        "CloseDeal",
        "CloseFiscalPeriod",
        "CompleteBankReconciliation",
        "CompleteTask",
        "CreateBankRule",
        "CreateBlogCategory",
        "CreateBlogPost",
        "CreateChartOfAccounts",
        "CreateCompany",
        "CreateContact",
        "CreateDeal",
        "CreateEmailTemplate",
        "CreateJournalEntry",
        "CreateLedgerAccount",
        "CreateLedgerBudget",
        "CreateTask",
        "CreateVendor",
        "CreateVendorBill",
        "DeleteBankRule",
        "DeleteBlogPost",
        "DeleteContact",
        "DeleteEmailTemplate",
        "DeleteJournalEntry",
        "DeleteLedgerBudget",
        "EditBankTransaction",
        "ExportPayroll",
        "ImportBankStatement",
        "ImportChartOfAccounts",
        "ImportConnectedBankLines",
        "ImportConnectedContacts",
        "ImportConnectedFile",
        "ImportContacts",
        "LogActivity",
        "MatchBankLine",
        "MergeContacts",
        "ModerateBlogComment",
        "MoveDealStage",
        "PauseCampaign",
        "PayVendorBill",
        "PlaceCall",
        "PostJournalEntry",
        "PublishBlogPost",
        "RemoveSuppression",
        "RestoreBlogPostRevision",
        "ResumeCampaign",
        "RevalueForeignBalances",
        "ReverseJournalEntry",
        "SaveBusinessProfile",
        "SavePipeline",
        "ScheduleBlogPost",
        "SendBulkEmail",
        "SendEmail",
        "SendSms",
        "StartLedgerExport",
        "SyncAppToLedger",
        "SyncBankConnection",
        "TagContacts",
        "UnmatchBankLine",
        "UnpublishBlogPost",
        "UpdateAutomaticPosting",
        "UpdateBankRule",
        "UpdateBlog",
        "UpdateBlogPost",
        "UpdateCompany",
        "UpdateContact",
        "UpdateDeal",
        "UpdateEmailTemplate",
        "UpdateLedgerAccount",
        "UpdateLedgerBudget",
        "UpdateLedgerExportAccounts",
        "UpdateLedgerMapping",
        "UpdateVendor",
        "VoidVendorBill",
        "VoidVendorBillPayment",
      ],
    }
  `);
});

test("operations that approve are those that pay, send and file", () => {
  const names = operations.filter(({ access }) => access.right === "approve").map(({ row }) => row.name);
  expect(names.toSorted()).toMatchInlineSnapshot(`
    [
      "AmendFiling",
      "ApprovePayroll",
      "ApproveTimeOff",
      "ApproveTimesheet",
      "BulkSendInvoices",
      "CreateBankAccountCheckFile",
      "CreateClientPortalLink",
      "CreateContractorAchFile",
      "CreateNewHireFile",
      "CreatePayrollAchFile",
      "CreateReminderRule",
      "CreateW2File",
      "DeleteReminderRule",
      "DenyTimeOff",
      "File2290",
      "MarkContractorPaymentPaid",
      "MarkInvoiceSent",
      "MarkPayrollPaid",
      "PayContractor",
      "ResubmitFiling",
      "RetryPayrollPayment",
      "ReversePayslip",
      "RunPayroll",
      "SendCreditNote",
      "SendInvoice",
      "SendPaymentReceipt",
      "SendPaymentReminder",
      "SendQuotation",
      "SetPayrollFundingAccount",
      "UpdateReminderRule",
      "UpdateSellerBankDetails",
    ]
  `);
});
