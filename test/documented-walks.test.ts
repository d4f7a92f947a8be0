import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "./support/app.ts";
import { runSamples, runShellBlocks } from "./support/shell-blocks.ts";

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

test("the commands about accounting post an entry and reverse it", async () => {
  const printed = await runShellBlocks(app, "docs/guides/accounting.md");
  expect(printed).toContain(
    '"status":"posted","kind":"standard","fiscalYear":2026,"number":"JE-2026-000001"',
  );
  expect(printed).toContain(
    '"number":"JE-2026-000002","date":"2026-04-01","memo":"Reversal of JE-2026-000001: Rent for March"',
  );
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

test("the lines about deals move one through its pipeline, and win it", async () => {
  const printed = await runShellBlocks(app, "docs/guides/crm-deals.md");
  expect(printed).toMatch(/"stage":"proposal","name":"Proposal","probability":50,"currency":"USD","count":1/);
  expect(printed).toContain('"weighted":6200');
  expect(printed).toContain('"status":"won"');
  expect(printed).toContain('"pipeline":"renewals"');
  expect(printed).toContain('"status":"completed"');
  expect(printed).toMatch(/"activities":\[\{[^}]*"text":"Saw the new shop"/);
});

test("the documented commands about a blog write a post, change, schedule and delete it", async () => {
  const printed = await runShellBlocks(app, "docs/guides/blog.md");
  expect(printed).toContain('"slug":"hours-in-spring"');
  expect(printed).toContain("-We open at **8**.");
  expect(printed).toMatch(
    /"status":"published"[^\n]*\n[^\n]*"status":"draft"[^\n]*\n[^\n]*"status":"scheduled"/,
  );
  expect(printed).toContain("<title>Sam writes</title>");
  expect(printed).toContain('"status":"held"');
  expect(printed).toContain("<p>Good to know.</p>");
  expect(printed).toMatch(/"title":"Summer hours","slug":"summer-hours","status":"draft"/);
  expect(printed).toContain('"deleted":true');
  expect(printed).toMatch(/"posts":\[\{[^\n]*"status":"deleted"/);
});

test("the documented commands about sending reach people once, unsubscribe with a click, and count the outcomes", async () => {
  const printed = await runShellBlocks(app, "docs/guides/crm-sending.md");
  expect(printed).toMatch(/"total":4,"accepted":2,"duplicates":1,"suppressed":0,"invalid":1/);
  expect(printed).toMatch(/"internetMessageId":"<msg_\w+@127.0.0.1>"/);
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
  expect(printed).toContain('"url":"http');
  expect(printed).toMatch(/"timezone":"America\/Chicago","days":\[\{"date"/);
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
  expect(printed).toMatch(/"device":"curl".*"current":true/);
  expect(printed).toMatch(/"sessionId":"ses_\w{26}","revoked":true,"identityProvider":"ended"/);
});

test("the commands about accounts create an organization and invite a member", async () => {
  const printed = await runShellBlocks(app, "docs/guides/accounts.md");
  expect(printed).toMatch(/"id":"org_\w+","kind":"organization","name":"Corner Bakery","role":"owner"/);
  expect(printed).toContain('"total":1');
  expect(printed).toMatch(/"email":"ana@example.com","role":"read_only".*"status":"pending"/);
  expect(printed).toMatch(/"domain":"corner-bakery.example","status":"verified".*"autoJoinRole":"read_only"/);
  expect(printed).toMatch(/"suggestions":\[\{"accountId":"org_\w+","name":"Corner Bakery"/);
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

test("the quickstart of REST reads a balance and creates an invoice, with curl, Python and Node.js", async () => {
  const document = "docs/guides/quickstart-rest.md";
  const printed = await runShellBlocks(app, document);
  expect(printed).toContain('"available":');
  expect(printed).toMatch(/"invoiceId":"inv_\w+"/);
  expect(printed).toContain('"total":240');
  for (const language of ["python", "js"] as const) {
    expect(await runSamples(app, document, { language, as: "eve" }), language).toMatch(/^[\d.]+\ninv_\w+\n$/);
  }
});

test("the quickstart of GraphQL reads across subgraphs and shows an error", async () => {
  const printed = await runShellBlocks(app, "docs/guides/quickstart-graphql.md");
  expect(printed).toContain('"recentInvoices":[');
  expect(printed).toContain('"savedProperties":[{"propertyId":"syn-');
  expect(printed).toContain('"available":');
});

test("the quickstart of agents finds and calls a tool over MCP and as JSON", async () => {
  const printed = await runShellBlocks(app, "docs/guides/quickstart-mcp.md");
  expect(printed).toContain("get_credit_balance");
  expect(printed).toContain('"name":"create_invoice"');
  expect(printed.match(/4210/g)!.length).toBeGreaterThan(1);
  expect(printed).toContain('"confirmationId":"cfm_');
});

test("the commands about authentication use a token, a key and a service account", async () => {
  const printed = await runShellBlocks(app, "docs/guides/authentication.md");
  expect(printed).toContain('"email":"pia@demo.example"');
  expect(printed).toMatch(/"invoices":\[/);
  expect(printed).toContain('"balance":4210');
});

test("the requests of the guide about errors fail with the codes that it explains", async () => {
  const printed = await runShellBlocks(app, "docs/guides/errors.md");
  const codes = [...printed.matchAll(/"code":"(\w+)".* \((\d+)\)/g)].map(
    ([, code, status]) => `${status} ${code}`,
  );
  expect(codes).toEqual([
    "401 MISSING_TOKEN",
    "400 VALIDATION_ERROR",
    "400 INSUFFICIENT_CREDITS",
    "403 FORBIDDEN",
    "404 INVOICE_NOT_FOUND",
  ]);
});

test("the commands about idempotency charge once", async () => {
  const [first, second] = (await runShellBlocks(app, "docs/guides/idempotency.md")).trim().split("\n");
  expect(first).toMatch(/"success":true/);
  expect(second).toBe(first);
});

test("the commands about pages follow a cursor, as do the samples in Python and Node.js", async () => {
  const document = "docs/guides/pagination.md";
  expect(await runShellBlocks(app, document)).toContain('"nextCursor":');
  const counts = [
    await runSamples(app, document, { language: "python", as: "eve" }),
    await runSamples(app, document, { language: "js", as: "eve" }),
  ];
  expect(counts[0]).toMatch(/^\d+ invoices\n$/);
  expect(counts[1]).toBe(counts[0]);
});

test("the commands about credits show prices, usage and history", async () => {
  const printed = await runShellBlocks(app, "docs/guides/credits.md");
  expect(printed).toContain('"enabled":true');
  expect(printed).toContain('"costs":[');
  expect(printed).toContain('"sufficient":true');
});

test("the commands about rate limits, dashboards, streams and deferred fragments show data", async () => {
  expect(await runShellBlocks(app, "docs/guides/rate-limits.md")).toContain("HTTP/1.1 200");
  const dashboard = await runShellBlocks(app, "docs/guides/dashboards.md");
  expect(dashboard).toContain('"creditUsage":{"spent":');
  expect(await runShellBlocks(app, "docs/guides/streams.md")).toContain('"creditBalanceChanged":{"balance":');
  expect(await runShellBlocks(app, "docs/guides/graphql.md")).toContain('"label":"invoices"');
});

test("the check before going live and the check of agent clients succeed", async () => {
  expect(await runShellBlocks(app, "docs/guides/going-live.md")).toContain("x-request-id");
  const printed = await runShellBlocks(app, "docs/guides/agent-clients.md");
  const signIn = await runShellBlocks(app, "docs/guides/agent-sign-in.md");
  expect(signIn).toContain('"code_challenge_methods_supported":["S256"]');
  expect(signIn).toContain('"client_id":"');
  expect(printed).toContain('"protocolVersion":"2025-11-25"');
  expect(printed).toContain('"tools":[');
});

test("the commands about invoicing issue an invoice, record its payment and report the month", async () => {
  const printed = await runShellBlocks(app, "docs/guides/invoicing.md");
  expect(printed).toMatch(/"number":"INV-\d+"/);
  expect(printed).toContain('"url":"http');
  expect(printed).toContain('"status":"paid"');
  expect(printed).toContain('"invoicesSent":');
});

test("the commands about clients download the documents of an app", async () => {
  const printed = await runShellBlocks(app, "docs/guides/clients.md");
  expect(printed).toContain("bruno.json\ninvoicer.json\npostman.json");
  expect(printed).toContain('{"format":"apollo-persisted-query-manifest"');
});

test("the commands of the command line call tools, send documents and trigger events", async () => {
  const printed = await runShellBlocks(app, "docs/guides/command-line.md");
  expect(printed).toContain('"email": "eve@demo.example"');
  expect(printed).toContain("--client <string> (required)");
  expect(printed).toContain('"dryRun": true');
  expect(printed).toMatch(/"status": "draft"/);
  expect(printed).toMatch(/invoice\.paid evt_\w+ -> 200/);
});

test("the documented commands about requests find a request by its ID, and list requests", async () => {
  const printed = await runShellBlocks(app, "docs/guides/requests.md");
  expect(printed).toContain('{"requestId":"first-look-1"');
  expect(printed).toContain('"requests":[');
});

test("the commands in docs/guides/form-2290.md file a return and fetch its Schedule 1", async () => {
  const printed = await runShellBlocks(app, "docs/guides/form-2290.md");
  for (const shown of [
    '"dueDate":"2026-09-30"',
    '"total":504.17',
    '"ein":"**-***6780"',
    '"status":"stamped"',
  ])
    expect(printed).toContain(shown);
});

test("the commands in docs/guides/payroll.md run a payroll", async () => {
  const printed = await runShellBlocks(app, "docs/guides/payroll.md");
  expect(printed).toMatch(/"status":"processing","employeeCount":1/);
  expect(printed).toContain('"net":1690.85');
  expect(printed).toContain('"taxTableVersion":"us-2026.2"');
});

test("the lines of the document import a statement and project the tax", async () => {
  const printed = await runShellBlocks(app, "docs/guides/personal-finance.md");
  for (const shown of ['"added":2', '"duplicates":1', '"netWorth":4157.5', '"net":2957.5', '"balance":-480'])
    expect(printed).toContain(shown);
});

test("the documented commands place a call and fetch its transcript", async () => {
  const printed = await runShellBlocks(app, "docs/guides/ai-caller.md");
  for (const shown of ['"goalReached":true', '"status":"queued"', "WEBVTT", " --> ", '"listed":true'])
    expect(printed).toContain(shown);
});
