import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "./support/app.ts";
import { runShellBlocks } from "./support/shell-blocks.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("the lines about bank accounts connect one and show its transactions", async () => {
  const printed = await runShellBlocks(app, "docs/guides/banking.md");
  expect(printed).toContain('"linkToken"');
  expect(printed).toContain('"connectionId"');
  expect(printed).toMatch(/"transactions":\[\{/);
  expect(printed).toContain("First Example Bank");
});

test("the lines about tax forms file one, have it accepted and correct it", async () => {
  const printed = await runShellBlocks(app, "docs/guides/tax-filing.md");
  expect(printed).toContain('"status":"accepted"');
  expect(printed).not.toContain("234-56-7891");
  expect(printed).not.toContain("234567891");
});

test("the documented commands about connections connect an account with part of the requested scopes, and disconnect it", async () => {
  const printed = await runShellBlocks(app, "docs/guides/oauth-connections.md");
  expect(printed).toContain('"status":"connected"');
  expect(printed).toContain('"scopes":["openid","email"]');
  expect(printed).toContain('"accountLabel":"pia@google.example"');
  expect(printed).toContain('"status":"not_connected"');
});

test("the lines about contacts import a file, take consent away and show a template", async () => {
  const printed = await runShellBlocks(app, "docs/guides/crm-contacts.md");
  expect(printed).toContain('"tier":"professional"');
  expect(printed).toMatch(/"created":1,"updated":1,"unchanged":0,"rejected":1/);
  expect(printed).toContain("4,rejected,email,email,must be an e-mail address");
  expect(printed).toContain("<p>Your plan is <b>gold</b>.</p>");
  expect(printed).toContain('"status":"archived"');
  expect(printed).toContain('"deletedAt"');
});

test("the documented commands about sending reach people once, unsubscribe with a click, and count the outcomes", async () => {
  const printed = await runShellBlocks(app, "docs/guides/crm-sending.md");
  expect(printed).toMatch(/"total":4,"accepted":2,"duplicates":1,"suppressed":0,"invalid":1/);
  expect(printed).toContain("one click: 200 with 0 bytes");
  expect(printed).toMatch(/"reason":"unsubscribed"/);
  expect(printed).toMatch(/"totals":\{"queued":0,"sent":2,/);
  expect(printed).toContain('"segments":1');
  expect(printed).toContain("You are unsubscribed and will receive no more messages");
  expect(printed).toContain('"callId"');
  expect(printed).toMatch(/"status":"cancelled"/);
});

test("the documented commands about scores show one, compare two, and show scenarios and history", async () => {
  const printed = await runShellBlocks(app, "docs/guides/green-score.md");
  expect(printed).toContain('"asOf":"2024-12-31"');
  expect(printed).toContain('"requested":2,"scored":1,"failed":1');
  expect(printed).toContain('"changes":[{"field":"sourceEui"');
  expect(printed).toContain('"change":null');
});

test("the lines about bookings open a service, book its next slot and call it off", async () => {
  const printed = await runShellBlocks(app, "docs/guides/booking.md");
  expect(printed).toContain('"kind":"reminder"');
  expect(printed).toContain('"utilizationPercent"');
  expect(printed).toMatch(/"seriesId":"bks_/);
  expect(printed).toContain('"blockCount":1');
  expect(printed).toContain("BEGIN:VTIMEZONE");
  expect(printed).toContain('"status":"cancelled"');
});

test("a walk stops at the first answer that is an error", async () => {
  const wrong = { ...app, url: `${app.url}/nothing-here` };
  await expect(runShellBlocks(wrong, "docs/guides/tax-filing.md")).rejects.toThrow("stopped after");
});

test("the documented commands about the data of an account read its log, verify it and export its data", async () => {
  const printed = await runShellBlocks(app, "docs/guides/account-data.md");
  expect(printed).toMatch(/"id":"dex_\w+","status":"(queued|running|ready)"/);
  expect(printed).toContain('"exports":[{"id":"dex_');
  expect(printed).toMatch(/"valid":true,"checked":\d+/);
  expect(printed).toContain('"event":"webhook_disabled","channel":"email","enabled":false');
});

test("the commands about accounts create an organization and invite a member", async () => {
  const printed = await runShellBlocks(app, "docs/guides/accounts.md");
  expect(printed).toMatch(/"id":"org_\w+","kind":"organization","name":"Corner Bakery","role":"owner"/);
  expect(printed).toContain('"total":1');
  expect(printed).toMatch(/"email":"ana@example.com","role":"read_only".*"status":"pending"/);
  expect(printed).toMatch(
    /"kind":"payouts","operation":"payContractor","status":"pending".*"canDecide":true/,
  );
  expect(printed).toMatch(/"operation":"payContractor","status":"executed".*"resultId":"cpy_/);
  expect(printed).toMatch(/"id":"cpy_\w+".*"amount":250/);
});

test("the commands about webhooks create an endpoint and show a test delivery", async () => {
  const printed = await runShellBlocks(app, "docs/guides/webhooks.md");
  expect(printed).toContain('"eventType":"webhook.test"');
  expect(printed).toContain('"status":"deleted"');
});

test("the commands about administration suspend and restore an organization, change plans and show jobs", async () => {
  const printed = await runShellBlocks(app, "docs/guides/administration.md");
  expect(printed).toMatch(/"status":"suspended".*\n.*"status":"active"/);
  expect(printed).toMatch(/"name":"Starter plus".*"monthly":\{"amount":31,"priceId":"price_/);
  expect(printed).toMatch(/"planId":"professional".*"active":false/);
  expect(printed).toContain('"queue":"housekeeping","retried":0,"skipped":0,"remaining":0');
  expect(printed).toContain('"action":"retryDeadLetters"');
});
