import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import { PNG } from "pngjs";
import { createToolAccount } from "./accounts.ts";
import { mailTo } from "./mails.ts";
import { textOfPdf } from "./pdf-text.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
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
    expiresAt: expect.any(String),
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

test("a logo is printed and an attached file is e-mailed with the PDF, also after the uploads were deleted", async () => {
  const { act, refused, headers } = await createToolAccount(app);
  const upload = async (filename: string, contentType: string, bytes: Buffer) => {
    const file = { filename, contentType, content: bytes.toString("base64") };
    return (await app.tool("upload_file", file, { ...headers, "x-app-id": "central" })).body.fileId as string;
  };
  const logo = await upload("logo.png", "image/png", PNG.sync.write(new PNG({ width: 3, height: 2 })));
  const list = await upload("list.csv", "text/csv", Buffer.from("day,hours\n1,2\n"));
  expect(await act("update_invoice_settings", { logoFileId: logo })).toMatchObject({ timezone: "UTC" });
  expect(await act("get_seller_profile")).toMatchObject({ hasLogo: true });
  const noPicture = await refused("update_seller_profile", { logoFileId: list });
  expect(noPicture).toMatchObject({ status: 400, details: { fields: [{ path: "logoFileId" }] } });

  const client = "files@client.example";
  const { invoiceId } = await act("create_invoice", { client, items: [{ description: "Work", amount: 10 }] });
  const attached = await act("attach_invoice_file", { invoiceId, fileId: list });
  expect(attached).toMatchObject({ filename: "list.csv", contentType: "text/csv", size: 14 });
  expect((await act("attach_invoice_file", { invoiceId, fileId: list })).id).toBe(attached.id);
  await app.database.query("DELETE FROM hub.files WHERE id = ANY ($1)", [[logo, list]]);
  const pdf = await act("render_invoice_pdf", { invoiceId });
  expect(Buffer.from(pdf.content, "base64").toString("latin1")).toContain("/Subtype /Image");
  await act("send_invoice", { invoiceId });
  const mail = await mailTo(app, client);
  expect(mail.attachments.map(({ filename }) => filename)).toEqual([
    "logo.png",
    "INV-000001.pdf",
    "list.csv",
  ]);
  expect((await act("list_invoice_files", { invoiceId })).attachments).toHaveLength(1);
  const removed = await act("remove_invoice_file", { invoiceId, attachmentId: attached.id });
  expect(removed.attachments).toEqual([]);
  expect((await refused("attach_invoice_file", { invoiceId, fileId: list })).code).toBe("FILE_NOT_FOUND");
});

test("lists are sorted over pages, and tax on payments adds up to that of the invoices", async () => {
  const { act } = await createToolAccount(app);
  for (const [name, amount, dueDate] of [
    ["Cleo", 20, "2031-03-01"],
    ["Ana", 30, null],
    ["Ben", 10, "2031-01-01"],
  ]) {
    const client = `${name}@client.example`;
    const items = [{ description: "Work", amount }];
    await act("create_invoice", { client, customerName: name, items, dueDate, sendEmail: true, taxRate: 19 });
  }
  const pagesOf = async (tool: string, sort: string) => {
    const names: string[] = [];
    for (let after: string | null = null, page = 0; page < 4; page++) {
      const body = await act(tool, { sort, limit: 1, ...(after === null ? {} : { after }) });
      names.push(
        ...(body.clients ?? body.invoices).map((one: never) => one["name"] ?? one["client"]["name"]),
      );
      after = body.nextCursor as string | null;
      if (after === null) return names;
    }
    return names;
  };
  expect(await pagesOf("list_clients", "name")).toEqual(["Ana", "Ben", "Cleo"]);
  expect(await pagesOf("list_clients", "oldest")).toEqual(["Cleo", "Ana", "Ben"]);
  expect(await pagesOf("list_invoices", "newest")).toEqual(["Ben", "Ana", "Cleo"]);
  expect(await pagesOf("list_invoices", "oldest")).toEqual(["Cleo", "Ana", "Ben"]);
  expect(await pagesOf("list_invoices", "due_date")).toEqual(["Ben", "Cleo", "Ana"]);
  expect(await pagesOf("list_invoices", "amount_due")).toEqual(["Ana", "Cleo", "Ben"]);

  const [{ id: invoiceId }] = (await act("list_invoices", { sort: "amount_due", limit: 1 })).invoices;
  const pay = (amount: number, receivedOn: string) =>
    act(
      "record_payment",
      { invoiceId, amount, method: "cash", receivedAt: `${receivedOn}T12:00:00.000Z` },
      "2031-06-01",
    );
  await pay(11.9, "2031-04-10");
  await pay(23.8, "2031-05-10");
  const taxOf = async (from: string, to: string) =>
    (await act("get_tax_summary", { from, to, basis: "cash" })).rates.map(
      ({ ratePercent, base, tax }: Record<string, number>) => [ratePercent, base, tax],
    );
  expect(await taxOf("2031-04-01", "2031-04-30")).toEqual([[19, 10, 1.9]]);
  expect(await taxOf("2031-05-01", "2031-05-31")).toEqual([[19, 20, 3.8]]);
  expect(await taxOf("2031-06-01", "2031-06-30")).toEqual([]);
});

test("a copy is issued on its planned day, unless that has not come", async () => {
  const { act } = await createToolAccount(app);
  const items = [{ description: "Work", amount: 10 }];
  const { invoiceId } = await act("create_invoice", { client: "copy@client.example", items });
  const issuedOn = async (issueDate: string) => {
    const copy = await act("duplicate_invoice", { invoiceId, issueDate });
    expect(copy).toMatchObject({ issueDate: null, plannedIssueDate: issueDate });
    return (await act("mark_invoice_sent", { invoiceId: copy.id }, "2031-03-10")).issueDate;
  };
  expect(await issuedOn("2031-03-01")).toBe("2031-03-01");
  expect(await issuedOn("2031-04-01")).toBe("2031-03-10");
});

test("statements and receipts are files in the seller's language", async () => {
  const { act } = await createToolAccount(app);
  await act("update_seller_profile", { legalName: "Müller GmbH", locale: "de-DE" });
  const client = { name: "Дарья", email: "daria@client.example" };
  const { id: clientId } = await act("create_client", client);
  const items = [{ description: "Work", amount: 100 }];
  const { invoiceId } = await act("create_invoice", { client: client.email, items, sendEmail: true });
  const payment = await act("record_payment", { invoiceId, amount: 40, method: "bank_transfer" });
  const receipt = await act("render_payment_receipt_pdf", { paymentId: payment.id });
  const receiptText = textOf(receipt.content);
  for (const part of [
    "Zahlungsbeleg",
    "Müller GmbH",
    "Дарья",
    "Zahlungsart: Überweisung",
    "INV-000001 40,00 $",
  ])
    expect(receiptText.replaceAll("\u00a0", " ")).toContain(part);
  const day = payment.receivedOn;
  const statement = { clientId, from: day, to: day, locale: "fr" };
  const file = await act("render_client_statement_pdf", statement);
  expect(file.filename).toBe(`statement-${day}-${day}.pdf`);
  const text = textOf(file.content);
  for (const part of ["Relevé de compte", "Facture INV-000001", "Paiement", "Solde final"])
    expect(text).toContain(part);
});
