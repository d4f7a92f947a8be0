import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../support/app.ts";
import { createToolAccount } from "./accounts.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
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
  expect(text).not.toMatch(/<script|<form|<img|<a /);
  const style = /<style>([\s\S]*)<\/style>/.exec(text)![1]!;
  const hash = createHash("sha256").update(style).digest("base64");
  expect(headers["content-security-policy"]).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
});

test("others get JSON as ever, and an unknown token is 404 for a browser too", async () => {
  const account = await createToolAccount(app);
  const items = [{ description: "Work", amount: 10 }];
  const made = await account.act("create_invoice", { client: "ana@client.example", items });
  const path = new URL(made.paymentLink).pathname;
  expect((await app.get(path)).body).toMatchObject({ status: "draft", isOpen: false, total: 10 });
  expect((await app.get(path, { accept: "application/json, text/html" })).body).toMatchObject({ total: 10 });
  const unknown = await app.get("/pay/AAAAAAAAAAAAAAAAAAAAAA", browser);
  expect([unknown.status, unknown.body.code]).toEqual([404, "INVOICE_NOT_FOUND"]);
});
