import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../support/app.ts";
import { createToolAccount } from "./accounts.ts";
import { textOfPdf } from "./pdf-text.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const textOf = (base64: string) => textOfPdf(Buffer.from(base64, "base64"));

test("from an empty account to a paid invoice with its PDF, by tools alone", async () => {
  const { act, headers } = await createToolAccount(app);
  expect((await act("list_clients")).clients).toEqual([]);
  const client = await act("create_client", {
    name: "Ana Alva GmbH",
    email: "ana@client.example",
    billingAddress: "1 Main Street",
    paymentTermsDays: 14,
  });
  const gst = await act("create_tax_rate", { name: "GST", ratePercent: 5 });
  const qst = await act("create_tax_rate", { name: "QST", ratePercent: 9.975 });
  const hour = await act("create_item", { name: "Consulting hour", unitPrice: 70, taxRateId: gst.id });
  const items = [{ itemId: hour.id, quantity: 2, taxRateIds: [gst.id, qst.id] }];
  const preview = await act("preview_invoice_totals", { items });
  expect(preview).toMatchObject({ subtotal: 140, taxTotal: 20.97, total: 160.97 });

  const made = await act("create_invoice", { client: "Ana@Client.example", items });
  const draft = await act("get_invoice", { invoiceId: made.invoiceId });
  expect(draft).toMatchObject({ status: "draft", number: null, total: 160.97, client: { id: client.id } });
  const sent = await act("send_invoice", { invoiceId: made.invoiceId });
  expect(sent).toMatchObject({ status: "sent", number: "INV-000001", amountDue: 160.97 });
  expect(sent.dueDate).not.toBeNull();
  expect(await act("get_payment_link", { invoiceId: "INV-000001" })).toEqual({
    url: made.paymentLink,
    expiresAt: null,
    payable: true,
  });
  await act("record_payment", { invoiceId: made.invoiceId, amount: 100, method: "bank_transfer" });
  const payment = await act("record_payment", { invoiceId: made.invoiceId, amount: 60.97, method: "card" });
  expect(payment.allocations).toEqual([{ invoiceId: made.invoiceId, amount: 60.97 }]);
  const paid = await act("get_invoice", { invoiceId: made.invoiceId });
  expect(paid).toMatchObject({ status: "paid", amountPaid: 160.97, amountDue: 0 });

  const file = await act("render_invoice_pdf", { invoiceId: made.invoiceId });
  const text = textOf(file.content);
  for (const shown of [
    "Invoice INV-000001",
    "PAID",
    "Ana Alva GmbH",
    "$140.00",
    "$7.00",
    "$13.97",
    "$160.97",
  ])
    expect(text).toContain(shown);
  expect(text).toContain("Amount due $0.00");

  const month = new Date().toISOString().slice(0, 7);
  const report = await app.get(`/a/invoicer/reports/monthly?month=${month}`, headers);
  expect(report.body).toEqual({ revenue: 140, expenses: 0, outstanding: 0, invoicesSent: 1 });
});

test("the PDF download has the same bytes as the JSON response", async () => {
  const { act, headers } = await createToolAccount(app);
  const { invoiceId } = await act("create_invoice", {
    client: "ben@client.example",
    items: [{ description: "Wörk", amount: 10 }],
  });
  const path = `/invoices/${invoiceId}/pdf`;
  const file = (await app.get(path, headers)).body;
  const response = await app.running.router.server.inject({
    method: "GET",
    url: path,
    headers: { ...headers, accept: "application/pdf" },
  });
  expect(response.headers["content-type"]).toBe("application/pdf");
  expect(response.rawPayload.toString("base64")).toBe(file.content);
  expect(textOf(file.content)).toContain("DRAFT");
});

test("invoices with hundreds of lines are listed over several pages without loss", async () => {
  const { act } = await createToolAccount(app);
  const items = Array.from({ length: 120 }, (_, index) => ({
    description: `Line number ${index}`,
    amount: 0.07,
  }));
  const { invoiceId } = await act("create_invoice", { client: "cleo@client.example", items, taxRate: 8.25 });
  const invoice = await act("get_invoice", { invoiceId });
  const text = textOf((await act("render_invoice_pdf", { invoiceId })).content);
  for (let index = 0; index < 120; index++) expect(text).toContain(`Line number ${index} `);
  expect(invoice).toMatchObject({ subtotal: 8.4, taxTotal: 0.69, total: 9.09 });
  expect(text).toContain("Total $9.09");
});
