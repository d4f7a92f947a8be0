import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { demoId, demoRequestId } from "../../../src/demo-identities.ts";
import {
  dayAfter,
  later,
  step,
  type ContentRow,
  type ContentStep,
  type DemoContent,
} from "./content-step.ts";
import { blogComment, blogSteps } from "./blog.content.ts";

const texts = {
  subject: "Hello {{firstName|there}}",
  htmlBody: "<p>Hello {{firstName|there}}, spring hours are here.</p>",
};
const address = {
  line1: "12 Market Street",
  city: "Springfield",
  state: "IL",
  postalCode: "62701",
  country: "US",
};

const campaign = (now: Date, name: string, recipients: string[]) =>
  step(
    name,
    "sendBulkEmail",
    { recipients, ...texts, category: "transactional", scheduledAt: later(now) },
    0,
  );

/** Contacts, templates, campaigns, a blog, webhooks, files and tax forms of a personal account. */
export function hubContent(ownerId: string, now: Date): DemoContent {
  return {
    subgraph: "hub",
    appId: "central",
    ownerId,
    lastRow: { table: "webhook_deliveries", id: "dlv_demo_1" },
    rows: [...deliveryRows(ownerId, now), ...requestRows(ownerId, now)],
    // Uploads are kept for a week.
    decide: async ({ em }) => {
      const keeping = "UPDATE files SET kept_until = $2 WHERE id = ANY ($1)";
      const ids = [demoId("file", "1"), demoId("file", "receipt")];
      await asSystem(em, (own) => executeSql(own, keeping, [ids, later(now)]));
    },
    steps: [...contactSteps(now), ...campaignSteps(now), ...blogSteps(now), ...outsideSteps()],
  };
}

/** A delivery that was given up. */
function deliveryRows(ownerId: string, now: Date): ContentRow[] {
  const at = now.toISOString();
  const own = { owner_id: ownerId, created_at: at };
  const delivery = {
    ...own,
    id: "dlv_demo_1",
    endpoint_id: "whe_demo_1",
    event_id: "evt_demo_1",
    event_type: "webhook.test",
    status: "exhausted",
    completed_at: at,
  };
  const session = {
    id: "ses_demo_1",
    owner_id: ownerId,
    revocable: true,
    device: "Firefox on Linux",
    first_seen_at: at,
    last_seen_at: at,
    expires_at: later(now),
    lifetime_seconds: 86_400,
  };
  const dataExport = {
    ...own,
    id: "dex_demo_queued",
    requested_by: ownerId,
    file_id: demoId("file", "export"),
    status: "queued",
    updated_at: at,
  };
  return [
    { table: "data_exports", row: dataExport },
    blogComment(ownerId, now),
    { table: "user_sessions", row: session },
    { table: "webhook_events", row: { ...own, id: "evt_demo_1", type: "webhook.test", body: "{}" } },
    { table: "webhook_deliveries", row: delivery },
  ];
}

/** A request that was answered, and a connection that its provider has ended. */
function requestRows(ownerId: string, now: Date): ContentRow[] {
  const at = now.toISOString();
  const request = {
    owner_id: ownerId,
    id: "rql_demo_1",
    request_id: demoRequestId,
    at,
    door: "rest",
    method: "GET",
    path: "/credits/balance/{appId}",
    operation: "CreditBalance",
    status: 200,
    duration_ms: 3.2,
    cost_hundredths: 0,
    principal_type: "user",
    principal_id: ownerId,
    app_id: "central",
    input: { appId: "central" },
  };
  const connection = {
    id: "conn_demo_revoked",
    owner_id: ownerId,
    app_id: "finance",
    provider: "microsoft",
    status: "revoked",
    error_code: "invalid_grant",
    requested_scopes: ["openid"],
    scopes: ["openid"],
    token_version: 1,
    refresh_failures: 0,
    invalid_grants: 3,
    created_at: at,
    updated_at: at,
  };
  return [
    { table: "request_log", row: request },
    { table: "oauth_connections", row: connection },
  ];
}

/** Contacts, texts and the sender. */
function contactSteps(now: Date): ContentStep[] {
  return [
    step("1", "createContact", {
      email: "dana@client.example",
      firstName: "Dana",
      lastName: "Alva",
      company: "Dana Alva Design",
      tags: ["customer"],
      consent: { email: { status: "subscribed", source: "Web form" } },
    }),
    step("2", "createContact", {
      email: "emil@client.example",
      firstName: "Emil",
      phone: "+13105550143",
      tags: ["lead"],
    }),
    step("3", "createContact", { email: "flora@client.example", firstName: "Flora", tags: ["customer"] }),
    step("1", "createCompany", { name: "Dana Alva Design", domain: "alva-design.example" }),
    step("link", "updateContact", { contactId: "ct_demo_1", companyId: "co_demo_1" }),
    step("1", "createDeal", {
      title: "New shop sign",
      amount: 4_800,
      contactId: "ct_demo_1",
      companyId: "co_demo_1",
      stage: "qualified",
      expectedClose: dayAfter(now, 45),
    }),
    step("move", "moveDealStage", { dealId: "deal_demo_1", stage: "proposal" }, 20),
    step("2", "createDeal", { title: "Business cards", amount: 350, contactId: "ct_demo_2", stage: "lead" }),
    step("1", "logActivity", { contactId: "ct_demo_1", kind: "meeting", text: "Saw the shop" }, 25),
    step("1", "createTask", { title: "Call Dana", contactId: "ct_demo_1", dueAt: later(now) }, 5),
    step("won", "createDeal", { title: "Spring flyers", amount: 920, contactId: "ct_demo_3" }),
    step("won", "closeDeal", { dealId: "deal_demo_won", outcome: "won", reason: "Quick delivery" }, 10),
    step("1", "createEmailTemplate", { name: "Spring hours", ...texts }),
    step("1", "addSuppression", { channel: "email", address: "gus@client.example" }),
    step("1", "saveBusinessProfile", {
      businessName: "Pia's Workshop LLC",
      postalAddress: {
        line1: "12 Market Street",
        city: "Springfield",
        region: "IL",
        postalCode: "62701",
        country: "US",
      },
    }),
  ];
}

/** Campaigns and an import. */
function campaignSteps(now: Date): ContentStep[] {
  return [
    campaign(now, "1", ["dana@client.example", "flora@client.example"]),
    campaign(now, "paused", ["emil@client.example"]),
    step("paused", "pauseCampaign", { campaignId: "cmp_demo_paused" }, 0),
    step(
      "1",
      "importContacts",
      { csv: "email,firstName\nhana@client.example,Hana\nnobody,Ivo\n", filename: "fair.csv" },
      0,
    ),
  ];
}

/** A tax form, a webhook and a file. */
function outsideSteps(): ContentStep[] {
  return [
    step("1", "saveTaxBusiness", {
      businessName: "Pia's Workshop LLC",
      ein: "27-4816710",
      address,
      contactName: "Pia Workshop",
      contactPhone: "+1 217 555 0100",
      contactEmail: "tax@workshop.example",
    }),
    step(
      "1",
      "fileTaxForm",
      {
        businessId: "biz_demo_1",
        taxYear: 2025,
        recipient: { tinType: "SSN", tin: "219-38-4410", firstName: "Kit", lastName: "Lane", address },
        nonEmployeeCompensation: 1_850,
      },
      0,
    ),
    step("1", "createWebhookEndpoint", {
      url: "https://hooks.demo.example/hub",
      eventTypes: ["webhook.test"],
    }),
    step("1", "uploadFile", {
      filename: "price-list.csv",
      contentType: "text/csv",
      content: Buffer.from("item,price\nConsulting hour,120\n").toString("base64"),
    }),
    step("receipt", "uploadFile", {
      filename: "city-market.pdf",
      contentType: "application/pdf",
      content: Buffer.from("%PDF-1.4\n% Receipt of the City Market\n").toString("base64"),
    }),
  ];
}
