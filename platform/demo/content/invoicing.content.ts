import { createHash } from "node:crypto";
import { paymentAccount, savedMethods } from "./online-payments.content.ts";
import { dayAfter, step, type ContentRow, type ContentStep, type DemoContent } from "./content-step.ts";

const work = (description: string, quantity: number, unitPrice: number) => ({
  description,
  quantity,
  unitPrice,
});

const client = (name: string, company: string, email: string) =>
  step(
    name,
    "createClient",
    { name: company, email, billingAddress: "12 Market Street, Springfield, IL 62701" },
    60,
  );
const invoice = (now: Date, name: string, who: string, items: object[], daysAgo: number, dueInDays: number) =>
  step(
    name,
    "createInvoice",
    {
      client: who,
      items,
      taxRate: 8.25,
      sendEmail: false,
      dueDate: dayAfter(now, dueInDays - daysAgo),
    },
    daysAgo,
  );
const [dana, emil, flora] = ["dana@client.example", "emil@client.example", "flora@client.example"] as const;

/** Clients, invoices in each state, payments, quotations, expenses. */
export function invoicingContent(ownerId: string, now: Date): DemoContent {
  return {
    subgraph: "gateway",
    appId: "invoicer",
    ownerId,
    lastRow: { table: "recurring_invoices", id: "rec_demo_1" },
    rows: [
      receipt(ownerId, now),
      timesheet(ownerId, now),
      paymentAccount(ownerId, now),
      portalLink(ownerId, now),
      ...savedMethods(ownerId, now),
      ...sentBatch(ownerId, now),
    ],
    steps: [...catalogueSteps(), ...invoiceSteps(now), ...quotationSteps(now)],
  };
}

/** A receipt that was read and waits for its review. */
function receipt(ownerId: string, now: Date): ContentRow {
  const sure = (value: unknown) => ({ value, confidence: 0.98 });
  const at = now.toISOString();
  const reading = {
    merchant: sure("Paper House"),
    date: sure("2026-05-12"),
    currency: sure("USD"),
    subtotalMinor: sure(4_000),
    taxMinor: sure(330),
    totalMinor: sure(4_330),
    lines: [],
    addsUp: true,
  };
  return {
    table: "receipts",
    row: {
      id: "rcp_demo_1",
      owner_id: ownerId,
      status: "needs_review",
      content_type: "image/png",
      image: "",
      image_hash: "",
      reading,
      created_at: at,
      updated_at: at,
    },
  };
}

/** A file that is sent with an invoice. */
function timesheet(ownerId: string, now: Date): ContentRow {
  const text = Buffer.from("day,hours\n2026-05-04,6\n2026-05-05,2\n");
  return {
    table: "invoice_files",
    row: {
      id: "ifl_demo_1",
      owner_id: ownerId,
      invoice_id: "inv_demo_1",
      filename: "timesheet.csv",
      content_type: "text/csv",
      size: text.length,
      sha256: createHash("sha256").update(text).digest("hex"),
      bytes: `\\x${text.toString("hex")}`,
      created_at: now.toISOString(),
    },
  };
}

/** The link of a client, whose token is `demo-client`. */
function portalLink(ownerId: string, now: Date): ContentRow {
  return {
    table: "client_portal_links",
    row: {
      id: "cpl_demo_1",
      owner_id: ownerId,
      client_id: "cli_demo_1",
      token_hash: createHash("sha256").update("demo-client").digest("hex"),
      expires_at: `${dayAfter(now, 365)}T00:00:00.000Z`,
      created_at: now.toISOString(),
    },
  };
}

/** Two drafts that were sent in bulk, of which one was not there any more. */
function sentBatch(ownerId: string, now: Date): ContentRow[] {
  const at = now.toISOString();
  const own = { owner_id: ownerId, batch_id: "ibt_demo_1" };
  return [
    {
      table: "invoice_batches",
      row: { id: "ibt_demo_1", owner_id: ownerId, created_at: at, finished_at: at },
    },
    {
      table: "invoice_batch_items",
      row: { ...own, position: 0, invoice_id: "inv_demo_1", status: "sent" },
    },
    {
      table: "invoice_batch_items",
      row: {
        ...own,
        position: 1,
        invoice_id: "inv_demo_deleted",
        status: "failed",
        error_code: "INVOICE_NOT_FOUND",
        error_message: "Invoice not found. Check the invoice ID.",
      },
    },
  ];
}

const seller = {
  legalName: "Lakeside Studio LLC",
  address: {
    line1: "48 Lake Street",
    city: "Springfield",
    region: "IL",
    postalCode: "62701",
    country: "US",
  },
  email: "billing@lakeside.example",
  taxIds: [{ kind: "us_ein", value: "12-3456789" }],
  color: "#0b5394",
  terms: "Please include the invoice number with your payment.",
};

/** The seller, clients, a tax rate and items. */
function catalogueSteps(): ContentStep[] {
  return [
    step("1", "updateSellerProfile", seller, 61),
    client("1", "Dana Alva Design", dana),
    client("2", "Emil's Bakery", emil),
    client("3", "Flora Consulting", flora),
    step("archived", "createClient", { name: "Old Mill Partners", email: "mill@client.example" }, 60),
    step("archived", "archiveClient", { clientId: "cli_demo_archived" }, 50),
    step("unused", "createClient", { name: "Harbor Supplies", email: "harbor@client.example" }, 60),
    step(
      "1",
      "addClientContact",
      { clientId: "cli_demo_1", name: "Robin Alva", email: "robin@client.example" },
      55,
    ),
    step(
      "1",
      "createReminderRule",
      { name: "Two weeks late", offsets: [{ days: 14 }], template: "firm" },
      55,
    ),
    step("1", "createTaxRate", { name: "Sales tax", ratePercent: 8.25, region: "IL" }, 60),
    step("1", "createItem", { name: "Consulting hour", unitPrice: 120, unit: "hour", sku: "CONS-H" }, 60),
    step("2", "createItem", { name: "Brand guide", unitPrice: 950, sku: "BRAND-1" }, 60),
  ];
}

/** Invoices in each state, payments and a credit note. */
function invoiceSteps(now: Date): ContentStep[] {
  return [
    invoice(now, "paid", dana, [work("Website redesign", 24, 110)], 45, 14),
    step("paid", "markInvoiceSent", { invoiceId: "inv_demo_paid" }, 45),
    step("paid", "markInvoicePaid", { invoiceId: "inv_demo_paid" }, 38),
    invoice(now, "overdue", emil, [work("Packaging design", 10, 95), work("Print run", 500, 0.42)], 40, 14),
    step("overdue", "markInvoiceSent", { invoiceId: "inv_demo_overdue" }, 40),
    invoice(now, "1", dana, [work("Consulting", 6, 120), work("Workshop", 1, 480)], 12, 30),
    step("1", "markInvoiceSent", { invoiceId: "inv_demo_1" }, 12),
    invoice(now, "2", flora, [work("Market study", 3, 400)], 8, 30),
    step("2", "markInvoiceSent", { invoiceId: "inv_demo_2" }, 8),
    invoice(now, "3", emil, [work("Window lettering", 2, 180)], 7, 30),
    step("3", "markInvoiceSent", { invoiceId: "inv_demo_3" }, 7),
    invoice(now, "draft", emil, [work("Menu layout", 4, 85), work("Proof print", 2, 18)], 2, 30),
    step("1", "recordPayment", { invoiceId: "inv_demo_1", amount: 300, method: "bank_transfer" }, 5),
    step("advance", "recordPayment", { invoiceId: "inv_demo_3", amount: 1400, method: "card" }, 4),
    step(
      "1",
      "generateCreditNote",
      {
        invoiceId: "inv_demo_overdue",
        amount: 60,
        reason: "Late delivery of the print run",
        applyToInvoice: false,
      },
      20,
    ),
  ];
}

/** Quotations in each state, expenses and a recurring invoice. */
function quotationSteps(now: Date): ContentStep[] {
  return [
    step("draft", "createQuotation", { client: flora, items: [work("Brand workshop", 2, 600)] }, 9),
    step(
      "sent",
      "createQuotation",
      { client: dana, items: [work("Photo session", 1, 750)], validUntil: "2099-12-31" },
      9,
    ),
    step("sent", "sendQuotation", { quotationId: "quo_demo_sent" }, 8),
    step(
      "accepted",
      "createQuotation",
      { client: emil, items: [work("Shop signs", 3, 210)], validUntil: "2099-12-31" },
      15,
    ),
    step("accepted", "sendQuotation", { quotationId: "quo_demo_accepted" }, 14),
    step("accepted", "acceptQuotation", { quotationId: "quo_demo_accepted" }, 11),
    step(
      "1",
      "createExpense",
      {
        date: dayAfter(now, -6),
        vendor: "Rail & Road",
        amount: 86.4,
        category: "travel",
        billableClientId: "cli_demo_1",
      },
      6,
    ),
    step(
      "2",
      "createExpense",
      { date: dayAfter(now, -18), vendor: "Paper House", amount: 42.15, category: "office" },
      18,
    ),
    step(
      "1",
      "createRecurringInvoice",
      {
        client: flora,
        items: [work("Monthly retainer", 1, 1200)],
        frequency: "monthly",
        startDate: "2031-01-31",
      },
      7,
    ),
  ];
}
