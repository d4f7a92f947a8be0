import { demoTaxBandits, demoWebhookSecrets } from "../../src/config/demo-webhook-secrets.ts";
import {
  demoBankLogins,
  demoConnectionId,
  demoDeadLetterId,
  demoId,
  demoOauthState,
  demoOrganizations,
  demoRequestId,
} from "../../src/demo-identities.ts";
import type { ExampleRow, ExampleRows } from "./example.types.ts";
import { signTaxBanditsWebhook } from "../../src/taxbandits/webhook-signature.ts";
import { signedWebhook } from "./signed-webhook.ts";

const workshop = demoOrganizations[0]!.id;
/** As the owner of the demo organization, for it. */
const asOwner = (input: Record<string, unknown> = {}): ExampleRow => ({
  input,
  as: "eve",
  forOrganization: true,
});
const asEve = (input: Record<string, unknown>): ExampleRow => ({ input, as: "eve" });
const person = { userId: "demo-fay" };
const bank = {
  institutionId: "ins_109511",
  institutionName: "Tartan Bank",
  accounts: [{ name: "Checking" }],
};
const { publicToken, institutionId, institutionName } = demoBankLogins.new;
const address = {
  line1: "12 Market Street",
  city: "Springfield",
  state: "IL",
  postalCode: "62701",
  country: "US",
};
const hook = { url: "https://hooks.demo.example/orders", eventTypes: ["invoice.paid"] };

/** Accounts, people, keys and administration. */
export const accountExamples: ExampleRows = {
  UpdateProfile: { input: { locale: "en-GB", timezone: "Europe/London" } },
  GetRequest: { input: { requestId: demoRequestId } },
  RevokeSession: { input: { sessionId: "ses_demo_1" } },
  Users: { input: { query: "demo-bo", limit: 5 } },
  User: { input: person },
  SuspendUser: { input: { ...person, reason: "Asked for it" } },
  RestoreUser: { input: person },
  GrantRole: { input: { ...person, role: "admin" } },
  RevokeRole: { input: { ...person, role: "admin" } },
  CreateOrganization: { input: { name: "Lakeside Studio" } },
  ChooseAccount: { input: { accountId: "org_demo_guild" } },
  Account: asOwner(),
  UpdateOrganization: asOwner({ name: "Evergreen Workshop Group" }),
  AccountMembers: asOwner(),
  UpdateMember: asOwner({ userId: "demo-pia", appRights: [{ appId: "payroll", level: "read" }] }),
  RemoveMember: asOwner({ userId: "demo-pia" }),
  LeaveOrganization: { input: { accountId: "org_demo_guild" } },
  AccountInvitations: asOwner(),
  InviteMember: asOwner({ email: "hana@client.example", role: "member" }),
  ResendInvitation: asOwner({ invitationId: "inv_demo_1" }),
  RevokeInvitation: asOwner({ invitationId: "inv_demo_1" }),
  ReceivedInvitation: { input: { token: "inv_demo_fay.demo-token" }, as: "fay" },
  AcceptInvitation: { input: { token: "inv_demo_fay.demo-token" }, as: "fay" },
  OfferOwnership: asOwner({ userId: "demo-bo" }),
  AcceptOwnership: { input: {}, as: "pia", forOrganization: true },
  WithdrawOwnership: asOwner({ userId: "demo-pia" }),
  AccountDomains: asOwner(),
  AddDomain: asOwner({ domain: "workshop.example" }),
  VerifyDomain: asOwner({ domainId: "dom_demo_pending" }),
  UpdateDomain: asOwner({ domainId: "dom_demo_1", autoJoin: true, role: "read_only" }),
  RemoveDomain: asOwner({ domainId: "dom_demo_1" }),
  JoinAccount: { input: { accountId: "org_demo_open" } },
  ApprovalRules: asOwner(),
  SetApprovalRule: asOwner({ kind: "payouts", required: true }),
  ApprovalRequests: asOwner({ limit: 5 }),
  ApprovalRequest: asOwner({ requestId: "apr_demo_1" }),
  ApproveApprovalRequest: asOwner({ requestId: "apr_demo_2" }),
  RejectApprovalRequest: asOwner({ requestId: "apr_demo_3", reason: "Paid in May already" }),
  CancelApprovalRequest: { input: { requestId: "apr_demo_4" }, as: "bo", forOrganization: true },
  AccountClosure: asOwner(),
  CloseOrganization: asOwner({ name: "Evergreen Workshop" }),
  ReopenOrganization: asOwner(),
  AccountAuditLog: asOwner({ limit: 10 }),
  AccountAuditFile: asOwner({ format: "csv" }),
  AccountAuditCheck: asOwner(),
  NotificationPreferences: asOwner(),
  UpdateNotificationPreferences: asOwner({
    preferences: [{ event: "webhook_disabled", channel: "email", enabled: false }],
  }),
  DataExports: asOwner(),
  DataExport: asOwner({ exportId: "dex_demo_1" }),
  ExportMyData: asOwner(),
  CancelDataExport: { input: { exportId: "dex_demo_queued" } },
  ApiKeys: asEve({ limit: 10 }),
  CreateApiKey: asEve({ name: "Reporting", scopes: ["read:invoices"] }),
  ApiKey: asEve({ id: demoId("key", "reader") }),
  UpdateApiKey: asEve({ id: demoId("key", "reader"), allowedIps: ["10.0.0.0/8"] }),
  RevealOneTimeSecret: { input: { secretId: "ots_demo_1" } },
  RotateApiKey: asEve({ id: demoId("key", "reader") }),
  RevokeApiKey: asEve({ id: demoId("key", "reader") }),
  ApiKeyUsage: asEve({ id: demoId("key", "reader") }),
  AccountKeyUsage: asEve({}),
  CreateServiceAccount: {
    input: { name: "Nightly export", environment: "development", scopes: ["read:credits"] },
    as: "ada",
  },
  RevokeServiceAccount: { input: { id: demoId("sa", "backend") } },
  AccountRegistry: { input: { query: "demo-eve", limit: 5 } },
  RegisteredAccount: { input: { accountId: workshop } },
  SuspendOrganization: { input: { accountId: "org_demo_closing", reason: "Asked for it" } },
  RestoreOrganization: { input: { accountId: "org_demo_closing" } },
  DeadLetter: { input: { jobId: demoDeadLetterId } },
  RetryDeadLetter: { input: { jobId: demoDeadLetterId } },
  DiscardDeadLetter: { input: { jobId: demoDeadLetterId } },
  RetryDeadLetters: { input: { queue: "expire-credits", limit: 5 } },
  CreatePlan: {
    input: {
      appId: "field-notes-beta",
      planId: "starter",
      name: "Starter",
      description: "For one business",
      monthlyPrice: 12,
    },
  },
  UpdatePlan: { input: { appId: "finance", planId: "business", description: "For several teams" } },
  CreateApp: {
    input: {
      appId: "field-notes",
      name: "Field Notes",
      tagline: "Notes from the road",
      description: "Keeps notes of visits.",
      category: "productivity",
    },
  },
  UpdateApp: { input: { appId: "hvut", category: "tax" } },
};

/** Credits, payments and subscriptions. */
export const billingExamples: ExampleRows = {
  ConsumeCredits: { input: { appId: "central", amount: 0.5, description: "Image resized" } },
  PurchaseCredits: { input: { appId: "central", packageId: "pkg_starter" } },
  BuyCredits: { input: { appId: "central", packageId: "pkg_starter", credits: 100 } },
  PlaceCreditHold: { input: { appId: "central", amount: 1, description: "Report of May" } },
  CaptureCreditHold: { input: { holdId: "hold_demo_1", amount: 3 }, as: "sam" },
  ReleaseCreditHold: { input: { holdId: "hold_demo_2" }, as: "sam" },
  ReplayProcessorEvent: { input: { eventId: "evt_demo_1" } },
  ReceiveProcessorEvent: signedWebhook(demoWebhookSecrets.processor, {
    id: "evt_demo_2",
    object: "event",
    type: "customer.created",
    created: 1_767_225_600,
    livemode: false,
    data: { object: { id: "cus_demo_fay", object: "customer", email: "fay@demo.example" } },
  }),
  OperationCost: { input: { appId: "central", operation: "invoice.create" } },
  UpdateCreditPackage: { input: { packageId: "pkg_bulk", description: "10,000 credits for teams" } },
  SetOperationCost: { input: { operation: "report.monthly", description: "A monthly report" } },
  SetAutoReload: {
    input: { enabled: false, thresholdCredits: 20, packageId: "pkg_starter", monthlyCap: 5000 },
  },
  CreatePaymentIntent: { input: { appId: "central", amount: 12.5, recaptchaToken: "test-pass" } },
  CreateCheckoutSession: { input: { appId: "central", amount: 50, recaptchaToken: "test-pass" } },
  DetachPaymentMethod: { input: { paymentMethodId: "pm_demo_sam_spare" }, as: "sam" },
  SetDefaultPaymentMethod: { input: { paymentMethodId: "pm_demo_sam" }, as: "sam" },
  RetryBillingInvoice: { input: { invoiceId: "in_demo_sam" }, as: "sam" },
  CreateSubscriptionCheckout: { input: { appId: "payroll", planId: "starter" } },
  UpcomingInvoice: { input: { appId: "central" } },
  SubscriptionChangePreview: {
    input: { appId: "central", newPriceId: "price_central_business_monthly" },
    as: "sam",
  },
  UpdateSubscription: {
    input: { appId: "central", newPriceId: "price_central_professional_monthly" },
    as: "sam",
  },
  CancelSubscription: { input: { appId: "central" }, as: "sam" },
  PauseSubscription: { input: { appId: "central" }, as: "sam" },
};

/** Outside services and files. */
export const integrationExamples: ExampleRows = {
  CreateWebhookEndpoint: { input: hook },
  GetWebhookEndpoint: { input: { endpointId: "whe_demo_1" } },
  UpdateWebhookEndpoint: { input: { endpointId: "whe_demo_1", description: "Orders" } },
  DeleteWebhookEndpoint: { input: { endpointId: "whe_demo_1" } },
  RotateWebhookSecret: { input: { endpointId: "whe_demo_1" } },
  TestWebhookEndpoint: { input: { endpointId: "whe_demo_1" } },
  RecoverWebhookEndpoint: { input: { endpointId: "whe_demo_1", since: "2026-11-01T00:00:00.000Z" } },
  GetWebhookDelivery: { input: { deliveryId: "dlv_demo_1" } },
  ReplayWebhookDelivery: { input: { deliveryId: "dlv_demo_1" } },
  CheckBankDuplicate: { input: { metadata: bank } },
  ExchangeBankToken: {
    input: {
      appId: "finance",
      publicToken,
      metadata: { institutionId, institutionName, accounts: bank.accounts },
    },
  },
  BankAccounts: { input: { connectionId: "conn_demo_1" } },
  BankBalances: { input: { connectionId: "conn_demo_1" } },
  SyncBankConnection: { input: { connectionId: "conn_demo_1", appId: "finance" } },
  EditBankTransaction: { input: { transactionId: "btx_demo_1", note: "Coffee for the team" } },
  ToggleBankApp: { input: { connectionId: "conn_demo_1", appId: "finance", enabled: false } },
  DisconnectBank: { input: { connectionId: "conn_demo_2" } },
  ReceiveBankEvent: { input: { body: '{"webhook_code":"SAMPLE"}', signature: "none" } },
  Institution: { input: { institutionId: "ins_109508" } },
  StartOauthConnection: { input: { provider: "google", appId: "finance", scopes: ["openid"] } },
  CompleteOauthConnection: {
    input: { provider: "google", state: demoOauthState, error: "access_denied" },
  },
  ListConnectedFiles: { input: { connectionId: demoConnectionId, query: "notes" } },
  ImportConnectedFile: { input: { connectionId: demoConnectionId, remoteFileId: "sandbox-notes" } },
  RevokeOauthConnection: { input: { provider: "microsoft", appId: "finance" } },
  OauthConnectionStatus: { input: { provider: "google", appId: "finance" } },
  SaveTaxBusiness: {
    input: {
      businessName: "Pia's Print Shop LLC",
      ein: "27-4816790",
      address,
      contactName: "Pia Workshop",
      contactPhone: "+1 217 555 0100",
      contactEmail: "tax@workshop.example",
    },
  },
  FileTaxForm: {
    input: {
      businessId: "biz_demo_1",
      taxYear: 2025,
      recipient: { tinType: "SSN", tin: "219-38-4412", firstName: "Ray", lastName: "Field", address },
      nonEmployeeCompensation: 2150,
    },
  },
  CorrectTaxForm: { input: { formId: "f1099_demo_2", nonEmployeeCompensation: 2_450 } },
  VoidTaxForm: { input: { formId: "f1099_demo_3" } },
  ReceiveTaxEvent: signedWebhook(demoWebhookSecrets.taxFiling, {
    id: "txe_demo_1",
    type: "record.status_changed",
    data: { reference: "f1099_demo_2.1" },
  }),
  ReceiveTaxBanditsEvent: {
    input: {
      body: JSON.stringify({
        SubmissionId: "b49fef45-a94e-4b16-ab7f-42c750d4d06a",
        FormType: "FORM1099NEC",
        Records: [{ RecordId: "c4d90ad7-0249-4ef8-b067-9efd9a999de4", Status: "Accepted" }],
      }),
      timestamp: "06/17/2026 05:45:55.086 AM",
      signature: signTaxBanditsWebhook(demoTaxBandits, "06/17/2026 05:45:55.086 AM"),
    },
  },
  GetTaxForm: { input: { formId: "f1099_demo_1" } },
  GetTaxFormPdf: { input: { formId: "f1099_demo_1" } },
  SearchImage: { input: { query: "office" } },
  GenerateText: { input: { prompt: "Write a friendly reminder about an open invoice." } },
  GenerateImage: { input: { prompt: "A red door.", size: "1024x1024" } },
  UploadFile: {
    input: { filename: "list.csv", contentType: "text/csv", content: "ZW1haWwKYUBiLmV4YW1wbGUK" },
  },
  RevokeFileLinks: { input: { fileId: demoId("file", "1") } },
  DeleteFile: { input: { fileId: demoId("file", "1") } },
  ExportPayroll: {
    input: { format: "csv", payrollData: { records: [{ name: "Robin Vale", netPay: 1712.4 }] } },
  },
};

/** Buildings, their scores and reports. */
export const propertyExamples: ExampleRows = {
  SearchProperties: { input: { q: "tower", pageSize: 5 } },
  SuggestProperties: { input: { q: "tow" } },
  Property: { input: { id: "syn-1001" } },
  SaveProperty: { input: { propertyId: "syn-1004", note: "Visit in May" } },
  UnsaveProperty: { input: { propertyId: "syn-1001" } },
  SourceSyncRun: { input: { runId: "imp_demo_1" } },
  SourceSyncRuns: { input: { sourceId: "openfema-declarations" } },
  StartSourceSync: { input: { sourceId: "openfema-declarations", full: true } },
  BulkPropertyScores: { input: { propertyIds: ["syn-1001", "syn-1002"] } },
  ScoreWhatIf: { input: { propertyId: "syn-1001", changes: { sourceEui: 50 } } },
  ScoringMethod: { input: { version: "gs-1.0.0" } },
  CreateReport: { input: { title: "Two offices", propertyIds: ["syn-1001", "syn-1002"] } },
  Report: { input: { id: "rep_demo_1" } },
  RefreshReport: { input: { id: "rep_demo_1" } },
  DeleteReport: { input: { id: "rep_demo_1" } },
  ExportReport: { input: { id: "rep_demo_1", format: "csv" } },
};
