import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import { createToolAccount } from "./accounts.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test("the payment page shows the amount due without scripts, forms or untrusted markup", async () => {
  const account = await createToolAccount(app);
  const items = [{ description: "Work", amount: 1234.5 }];
  const customerName = `<script>alert("1")</script> & 'Co'`;
  const made = await account.act("create_invoice", { client: "ana@client.example", customerName, items });
  const path = new URL(made.paymentLink).pathname;
  expect((await app.get(path, browser)).text).toContain("This invoice is not open yet.");
  await account.act("mark_invoice_sent", { invoiceId: made.invoiceId });
  const { status, headers, text } = await app.get(path, browser);
  expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(text).toContain("Invoice INV-000001");
  expect(text).toContain("$1,234.50");
  expect(text).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Co&#39;");
  expect(text).not.toMatch(/<script|<form|<img/);
  expect(text).toContain(`<a href="${path}/pdf?download=true">`);
  const style = /<style>([\s\S]*)<\/style>/.exec(text)![1]!;
  const hash = createHash("sha256").update(style).digest("base64");
  expect(headers["content-security-policy"]).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
});

test("the payment page shows lines, taxes and the due date, and stays small for the longest invoice", async () => {
  const account = await createToolAccount(app);
  const long = `<b>Hours</b> ${"é".repeat(400)}`;
  const items = Array.from({ length: 200 }, () => ({ description: long, quantity: 2.5, unitPrice: 40 }));
  const invoice = { client: "ana@client.example", items, taxRate: 8.25, dueDate: "2099-03-31" };
  const { paymentLink } = await account.act("create_invoice", invoice);
  const { text } = await app.get(new URL(paymentLink).pathname, browser);
  expect(text).toContain('<td class="right">2.5</td><td class="right">$100.00</td>');
  expect(text).toContain("<dt>Subtotal</dt><dd>$20,000.00</dd>");
  expect(text).toContain("<dt>Tax 8.25 %</dt><dd>$1,650.00</dd>");
  expect(text).toContain("<dt>Due on</dt><dd>March 31, 2099</dd>");
  expect(text).toContain("&lt;b&gt;Hours&lt;/b&gt;");
  expect(text.match(/<tr>/g)).toHaveLength(61);
  expect(text).toContain("140 more lines are in the PDF.");
  expect(Buffer.byteLength(text)).toBeLessThan(50_000);
});

test("others get JSON, and an unknown token is 404 for both", async () => {
  const account = await createToolAccount(app);
  const items = [{ description: "Work", amount: 10 }];
  const made = await account.act("create_invoice", { client: "ana@client.example", items });
  const path = new URL(made.paymentLink).pathname;
  expect((await app.get(path)).body).toMatchObject({ status: "draft", isOpen: false, total: 10 });
  expect((await app.get(path, { accept: "application/json, text/html" })).body).toMatchObject({ total: 10 });
  const unknown = await app.get("/pay/AAAAAAAAAAAAAAAAAAAAAA");
  expect([unknown.status, unknown.body.code]).toEqual([404, "INVOICE_NOT_FOUND"]);
  const page = await app.get("/pay/AAAAAAAAAAAAAAAAAAAAAA", browser);
  expect([page.status, page.text]).toEqual([404, expect.stringContaining("This link is not valid")]);
});

test("links of invoices and quotations end with 410 when they expire, are replaced or revoked, and mails extend them", async () => {
  const account = await createToolAccount(app);
  const items = [{ description: "Work", amount: 10 }];
  const { invoiceId, paymentLink } = await account.act("create_invoice", {
    client: "eva@client.example",
    items,
  });
  await account.act("mark_invoice_sent", { invoiceId });
  const after = (days: number) => ({
    "x-test-clock": new Date(Date.now() + days * 86_400_000).toISOString(),
  });
  const ends = async (path: string, headers: Record<string, string> = {}) => {
    const { status, body } = await app.get(path, headers);
    expect([path, status, body.code]).toEqual([path, 410, "LINK_EXPIRED"]);
    const page = await app.get(path, { ...browser, ...headers });
    expect([page.status, page.text]).toEqual([410, expect.stringContaining("Ask the sender for a new one")]);
    expect(page.text).not.toContain("eva");
    expect((await app.get(`${path}/pdf`, headers)).status).toBe(410);
  };
  const first = new URL(paymentLink).pathname;
  expect((await app.get(first, after(364))).status).toBe(200);
  await ends(first, after(366));
  const { url, expiresAt } = await account.act("regenerate_payment_link", { invoiceId, expiresInDays: 3 });
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThan(3 * 86_400_000);
  await ends(first);
  expect((await app.post(first, {})).status).toBe(410);
  const second = new URL(url).pathname;
  expect((await app.get(second)).status).toBe(200);
  await ends(second, after(4));
  await account.act("send_invoice", { invoiceId });
  expect((await app.get(second, after(4))).status).toBe(200);
  expect(await account.act("revoke_payment_link", { invoiceId })).toEqual({
    documentId: invoiceId,
    revoked: true,
  });
  await ends(second);

  const quotation = await account.act("create_quotation", { client: "eva@client.example", items });
  await account.act("send_quotation", { quotationId: quotation.id });
  const offered = new URL(quotation.portalLink).pathname;
  const renewed = await account.act("regenerate_quotation_link", { quotationId: quotation.id });
  await ends(offered);
  expect((await app.post(`${offered}/accept`, { name: "Eva" })).status).toBe(410);
  const open = new URL(renewed.url).pathname;
  expect((await app.get(open)).body).toMatchObject({ isOpen: true });
  await account.act("revoke_quotation_link", { quotationId: quotation.id });
  await ends(open);
});

test("the holder of a payment link gets the invoice as a PDF, and of a draft nothing", async () => {
  const account = await createToolAccount(app);
  const items = [{ description: "Work", amount: 10 }];
  const made = await account.act("create_invoice", { client: "ana@client.example", items });
  const path = `${new URL(made.paymentLink).pathname}/pdf?download=true`;
  expect((await app.get(path)).status).toBe(404);
  await account.act("mark_invoice_sent", { invoiceId: made.invoiceId });
  const { status, headers } = await app.get(path, browser);
  expect([status, headers["content-type"]]).toEqual([200, "application/pdf"]);
});

test("a client's link shows what is open until it expires, is replaced or revoked", async () => {
  const account = await createToolAccount(app);
  const items = [{ description: "Work", amount: 10 }];
  const made = await account.act("create_invoice", { client: "bea@client.example", items });
  await account.act("mark_invoice_sent", { invoiceId: made.invoiceId });
  const { clientId } = await clientOf(account, "bea@client.example");
  const create = async () =>
    new URL((await account.act("create_client_portal_link", { clientId, expiresInDays: 2 })).url).pathname;
  const first = await create();
  expect((await app.get(first)).body).toMatchObject({
    name: "bea",
    balances: [{ currency: "USD", due: 10 }],
    invoices: [{ number: made.invoiceNumber ?? expect.any(String), amountDue: 10, link: made.paymentLink }],
    payments: [],
  });
  const late = new Date(Date.now() + 3 * 86_400_000).toISOString();
  expect((await app.get(first, { "x-test-clock": late })).status).toBe(410);
  const second = await create();
  const replaced = await app.get(first, browser);
  expect([replaced.status, replaced.text]).toEqual([410, expect.stringContaining("This link is not valid")]);
  const unknown = await app.get("/portal/clients/AAAAAAAAAAAAAAAAAAAAAA", browser);
  expect(unknown.text).toBe(replaced.text);
  expect((await app.get(second)).status).toBe(200);
  expect(await account.act("revoke_client_portal_link", { clientId })).toMatchObject({ revoked: true });
  expect((await app.get(second)).status).toBe(410);
});

test("a client changes contact data by the form of the page, and no other site does", async () => {
  const account = await createToolAccount(app);
  const { clientId } = await account
    .act("create_client", { name: "Cy", email: "cy@client.example" })
    .then(({ id }) => ({ clientId: id as string }));
  const { url } = await account.act("create_client_portal_link", { clientId });
  const path = new URL(url).pathname;
  const send = (headers: Record<string, string>) =>
    fetch(`${app.url}${path}`, {
      method: "POST",
      body: new URLSearchParams({ name: "Cy & Co", phone: "", billingAddress: "1 Lane" }),
      headers: { ...browser, ...headers },
    });
  const foreign = await send({ "sec-fetch-site": "cross-site" });
  expect([foreign.status, await foreign.text()]).toEqual([403, expect.stringContaining("another site")]);
  const own = await send({ "sec-fetch-site": "same-origin" });
  expect([own.status, await own.text()]).toEqual([
    200,
    expect.stringContaining("Your contact data was saved."),
  ]);
  const client = await account.act("get_client", { clientId });
  expect(client).toMatchObject({
    phone: null,
    email: "cy@client.example",
    billingAddress: expect.anything(),
  });
  expect(JSON.stringify(client)).toContain("Cy & Co");
});

test("a quotation is accepted on its page in the seller's language, with evidence", async () => {
  const account = await createToolAccount(app);
  await account.act("update_seller_profile", { legalName: "Werk", locale: "de-DE" });
  const items = [{ description: "Arbeit", amount: 1200 }];
  const made = await account.act("create_quotation", { client: "dora@client.example", items });
  const { id: quotationId } = made;
  await account.act("send_quotation", { quotationId });
  const path = new URL(made.portalLink).pathname;
  const page = (await app.get(path, browser)).text;
  expect(page).toContain('<html lang="de-DE">');
  expect(page).toContain("Dieses Angebot annehmen");
  expect(page).toContain("1.200,00");
  expect(Buffer.byteLength(page)).toBeLessThan(50_000);
  const body = new URLSearchParams({ name: "Dora Diehl" });
  const accepted = await fetch(`${app.url}${path}/accept`, { method: "POST", body, headers: browser });
  expect(await accepted.text()).toContain("Dieses Angebot wurde angenommen.");
  expect(await account.act("get_quotation", { quotationId })).toMatchObject({
    status: "accepted",
    answerIp: expect.stringMatching(/127\.0\.0\.1/),
  });
  const again = await fetch(`${app.url}${path}/decline`, { method: "POST", body, headers: browser });
  expect([again.status, await again.text()]).toEqual([
    409,
    expect.stringContaining("Your answer was not saved"),
  ]);
});

async function clientOf(account: Awaited<ReturnType<typeof createToolAccount>>, email: string) {
  const { clients } = await account.act("list_clients", {});
  const client = (clients as { id: string; email: unknown }[]).find((one) =>
    JSON.stringify(one).includes(email),
  );
  return { clientId: client!.id };
}
