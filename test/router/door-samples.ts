import type { TestApp } from "../support/app.ts";

/** How one operation is called in the table test of the doors. */
export interface Sample {
  /** Input that succeeds for a caller; made anew for each door, since some calls use something up. */
  input(app: TestApp, headers: Record<string, string>): Promise<Record<string, unknown>>;
  /** Input that breaks rules, and the paths of all its faults. */
  bad?: { input: Record<string, unknown>; paths: string[] };
  /** The code that answers another tenant who sends the same input. */
  foreign?: string;
}

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);
const overlong = "x".repeat(600);

async function newHold(app: TestApp, headers: Record<string, string>): Promise<{ holdId: string }> {
  const answer = await app.post(
    "/credits/holds",
    { appId: "central", amount: 1, description: "sample" },
    headers,
  );
  return { holdId: answer.body.holdId as string };
}

async function newInvoice(app: TestApp, headers: Record<string, string>): Promise<string> {
  const body = { client: "sample@client.example", items: [{ description: "sample", amount: 10 }] };
  const answer = await app.post("/invoices", body, { "x-app-id": "invoicer", ...headers });
  return answer.body.invoiceId as string;
}

async function anyProperty(app: TestApp, headers: Record<string, string>): Promise<string> {
  const answer = await app.get("/v1/properties/search?pageSize=1", headers);
  return answer.body.properties[0].id as string;
}

/** One sample an operation, by its name. */
export const samples: Record<string, Sample> = {
  CreditBalance: { input: fixed({ appId: "central" }) },
  ConsumeCredits: {
    input: fixed({ appId: "central", amount: 0.5, description: "sample" }),
    bad: {
      input: { appId: "central", amount: 0, description: overlong },
      paths: ["amount", "description"],
    },
  },
  CreditHistory: {
    input: async (app, headers) => {
      // Doors are compared on a page that no other call of this test moves.
      await app.get("/credits/balance/central", headers);
      return { appId: "finance", limit: 5 };
    },
    bad: { input: { appId: "central", limit: 0, offset: -1 }, paths: ["limit", "offset"] },
  },
  CreditPackages: { input: fixed({ appId: "central" }) },
  OperationCost: { input: fixed({ appId: "central", operation: "invoice.create" }) },
  CheckSufficientCredits: { input: fixed({ appId: "finance", requiredAmount: 10 }) },
  PlaceCreditHold: {
    input: fixed({ appId: "central", amount: 1, description: "sample" }),
    bad: {
      input: { appId: "central", amount: 0, description: "x", ttlSeconds: 59 },
      paths: ["amount", "ttlSeconds"],
    },
  },
  CaptureCreditHold: { input: newHold, foreign: "HOLD_NOT_FOUND" },
  ReleaseCreditHold: { input: newHold, foreign: "HOLD_NOT_FOUND" },
  CreateInvoice: {
    input: fixed({ client: "sample@client.example", items: [{ description: "sample", amount: 10 }] }),
    bad: { input: { client: "nobody", items: [] }, paths: ["client", "items"] },
  },
  GetInvoice: {
    input: async (app, headers) => ({ invoiceId: await newInvoice(app, headers) }),
    foreign: "INVOICE_NOT_FOUND",
  },
  ListInvoices: { input: fixed({ limit: 1 }), bad: { input: { limit: 101 }, paths: ["limit"] } },
  SearchProperties: {
    input: fixed({ q: "tower", pageSize: 3 }),
    bad: { input: { page: 0, pageSize: 101 }, paths: ["page", "pageSize"] },
  },
  SuggestProperties: { input: fixed({ q: "tow" }) },
  Property: { input: async (app, headers) => ({ id: await anyProperty(app, headers) }) },
  SavedProperties: { input: fixed({ pageSize: 1 }), bad: { input: { page: 0 }, paths: ["page"] } },
  SaveProperty: {
    input: async (app, headers) => ({ propertyId: await anyProperty(app, headers), note: "sample" }),
    bad: { input: { propertyId: 7, note: overlong }, paths: ["propertyId", "note"] },
  },
  UnsaveProperty: {
    input: async (app, headers) => {
      const propertyId = await anyProperty(app, headers);
      await app.post("/v1/saved-properties", { propertyId }, headers);
      return { propertyId };
    },
  },
  InvoicePaymentPage: {
    input: async (app, headers) => {
      const body = { client: "sample@client.example", items: [{ description: "sample", amount: 10 }] };
      const answer = await app.post("/invoices", body, { "x-app-id": "invoicer", ...headers });
      return { token: (answer.body.paymentLink as string).split("/pay/")[1]! };
    },
  },
};
