import { createServer, type AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createSmtpMail } from "../../../../src/mail/smtp.adapter.ts";
import { onMailBounces } from "../../../../subgraphs/gateway/invoicing/invoice-mails/mail-bounces.service.ts";
import { sendInvoiceMailJob } from "../../../../subgraphs/gateway/invoicing/invoice-mails/send-invoice-mail.job.ts";
import { newId } from "../../../../src/ids.ts";
import { until } from "../../../support/poll.ts";
import { silentLog } from "../../../support/silent-log.ts";
import { createGatewayApp, suspendAccount, type GatewayApp } from "../../support/gateway-app.ts";
import { createInvoice } from "../../support/invoices.ts";

interface Received {
  to: string[];
  subject: string | undefined;
  text: string;
  html: string;
  replyTo: string | undefined;
  headers: Record<string, string>;
  files: string[];
  messageId: string | undefined;
}

/** A mail server that answers every recipient with `code` when it is set. */
interface TestMailServer {
  server: SMTPServer;
  url: string;
  received: Received[];
  code: number | null;
}

async function startMailServer(): Promise<TestMailServer> {
  const state: TestMailServer = { server: null as never, url: "", received: [], code: null };
  const keep = async (stream: Readable, to: string[]) => {
    const parsed = await PostalMime.parse(await buffer(stream));
    const { subject, text = "", html = "", messageId } = parsed;
    const headers = Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value]));
    const files = parsed.attachments.map(({ filename }) => filename ?? "");
    const replyTo = parsed.replyTo?.[0]?.address;
    state.received.push({ to, subject, text, html, replyTo, headers, files, messageId });
  };
  state.server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: (_address, _session, done) =>
      state.code === null ? done() : done(Object.assign(new Error("no"), { responseCode: state.code })),
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      keep(stream, to).then(() => done(), done);
    },
  });
  await new Promise<void>((resolve) => state.server.listen(0, "127.0.0.1", resolve));
  state.url = `smtp://127.0.0.1:${(state.server.server.address() as AddressInfo).port}`;
  return state;
}

let mail: TestMailServer;
let working: GatewayApp;
let app: GatewayApp;
beforeAll(async () => {
  mail = await startMailServer();
  working = await createGatewayApp({ smtpUrl: mail.url, work: true });
  app = await createGatewayApp({ smtpUrl: mail.url });
});
beforeEach(() => {
  mail.code = null;
  mail.received = [];
});
afterAll(async () => {
  await working?.close();
  await app?.close();
  await new Promise<void>((resolve) => mail?.server.close(() => resolve()));
});

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function deliveryOf(own: GatewayApp, id: string) {
  const sql = "SELECT delivery, status FROM gateway.invoices WHERE id = $1";
  return (await own.database.query<{ delivery: string; status: string }>(sql, [id]))[0]!;
}

async function failuresOf(id: string): Promise<number> {
  const sql =
    "SELECT count(*)::int AS count FROM gateway.outbox_events WHERE object_id = $1 AND type = 'invoice.delivery_failed'";
  return (await app.database.query<{ count: number }>(sql, [id]))[0]!.count;
}

function runMailJob(invoiceId: string, ownerId: string, attempt = 1): Promise<void> {
  return sendInvoiceMailJob.handler(
    { invoiceId, ownerId },
    {
      id: newId("job"),
      attempt,
      signal: new AbortController().signal,
      log: silentLog,
      context: { ownData: [], contextIn: (_name, owner = null) => app.contextFor(owner) },
    },
  );
}

test("an issued invoice arrives with its number, total and link", async () => {
  const over = {
    sendEmail: true,
    client: "Cleo@client.example",
    customerName: "Cleo Cruz",
    dueDate: "2026-06-30",
  };
  const { id, number, paymentLink } = await createInvoice(working, {}, over);
  await until("the mail is delivered", async () => (await deliveryOf(working, id)).delivery === "sent");
  expect(mail.received).toHaveLength(1);
  const [message] = mail.received;
  expect(message).toMatchObject({ to: ["Cleo@client.example"], subject: `Invoice ${number}` });
  for (const part of ["Cleo Cruz", "10.00 USD", paymentLink, "June 30, 2026"])
    expect(message!.text).toContain(part);
});

test("a mail is in the client's language, as HTML with the seller's name and colour, and escapes what others wrote", async () => {
  const ownerId = newId("usr");
  const run = (query: string, input: object) => app.run(query, { input }, { ownerId });
  await run(
    "mutation ($input: UpdateSellerProfileInput!) { updateSellerProfile(input: $input) { version } }",
    {
      legalName: "Nord & Süd GmbH",
      color: "#0b5394",
      email: "office@seller.example",
      locale: "de-DE",
    },
  );
  await run("mutation ($input: CreateClientInput!) { createClient(input: $input) { id } }", {
    name: "<b>Zoë</b>",
    email: "zoe@client.example",
    language: "fr",
  });
  const over = { sendEmail: true, client: "zoe@client.example", dueDate: "2026-06-30" };
  const { id, number, paymentLink } = await createInvoice(app, { ownerId }, over);
  await runMailJob(id, ownerId);
  const [message] = mail.received;
  expect(message).toMatchObject({
    subject: `Facture ${number}`,
    replyTo: "office@seller.example",
    files: [`${number}.pdf`],
  });
  expect(message!.headers).toMatchObject({ "auto-submitted": "auto-generated" });
  for (const part of ["30 juin 2026", paymentLink, "Nord & Süd GmbH", "<b>Zoë</b>"])
    expect(message!.text).toContain(part);
  for (const part of [
    '<html lang="fr">',
    "background:#0b5394",
    `href="${paymentLink}"`,
    "Nord &amp; Süd GmbH",
    "&lt;b&gt;Zoë&lt;/b&gt;",
  ])
    expect(message!.html).toContain(part);
  expect(message!.html).not.toMatch(/<script|<b>|src="http/);
});

test("a repeated mail job sends nothing again", async () => {
  const ownerId = newId("usr");
  const { id } = await createInvoice(app, { ownerId }, { sendEmail: true });
  await runMailJob(id, ownerId);
  await runMailJob(id, ownerId);
  expect(mail.received).toHaveLength(1);
});

test("a repeat after a crash carries the same message id", async () => {
  const ownerId = newId("usr");
  const { id } = await createInvoice(app, { ownerId }, { sendEmail: true });
  await runMailJob(id, ownerId);
  await app.database.query("UPDATE gateway.invoices SET delivery = 'queued' WHERE id = $1", [id]);
  await runMailJob(id, ownerId);
  expect(mail.received).toHaveLength(2);
  expect(mail.received[0]!.messageId).toBe(mail.received[1]!.messageId);
});

test("a rejected mail leaves the invoice issued, marks the delivery failed and emits one event", async () => {
  mail.code = 550;
  const ownerId = newId("usr");
  const { id } = await createInvoice(app, { ownerId }, { sendEmail: true });
  await runMailJob(id, ownerId);
  await runMailJob(id, ownerId);
  expect(await deliveryOf(app, id)).toEqual({ delivery: "failed", status: "sent" });
  expect(await failuresOf(id)).toBe(1);
  const history = "query ($id: ID!) { invoiceHistory(invoiceId: $id) { entries { type after } } }";
  const { data } = await app.run(history, { id }, { ownerId });
  expect(data.invoiceHistory.entries[0]).toEqual({ type: "delivery_failed", after: { delivery: "failed" } });
});

test("a message that comes back after it was accepted is noted once in the history of its invoice", async () => {
  const ownerId = newId("usr");
  const { id } = await createInvoice(app, { ownerId }, { sendEmail: true });
  await runMailJob(id, ownerId);
  expect(await deliveryOf(app, id)).toMatchObject({ delivery: "sent" });
  const { messageId } = mail.received[0]!;
  const bounced = (of: string) => ({
    type: "mail.bounced",
    payload: { messageId: of, reason: "hard_bounce" },
  });
  const other = bounced(`<${newId("inv")}@hub-platform>`);
  const events = [bounced(messageId!), other, bounced("<someone@else.example>"), bounced(messageId!)];
  await onMailBounces(app.contextFor(null), events);
  await onMailBounces(app.contextFor(null), events);
  expect(await deliveryOf(app, id)).toEqual({ delivery: "failed", status: "sent" });
  expect(await failuresOf(id)).toBe(1);
  const sql = "SELECT after FROM gateway.invoice_history WHERE invoice_id = $1 AND type = 'delivery_failed'";
  const after = { delivery: "failed", reason: "hard_bounce", mailId: id };
  expect(await app.database.query(sql, [id])).toEqual([{ after }]);
});

test("a queued mail of an account that was suspended is not sent, and its delivery failed", async () => {
  const ownerId = newId("usr");
  const { id } = await createInvoice(app, { ownerId }, { sendEmail: true });
  await suspendAccount(app, ownerId);
  await runMailJob(id, ownerId);
  expect(mail.received).toEqual([]);
  expect(await deliveryOf(app, id)).toEqual({ delivery: "failed", status: "sent" });
  expect(await failuresOf(id)).toBe(1);
});

test("temporary mail errors are retried and fail only after the last retry", async () => {
  mail.code = 451;
  const ownerId = newId("usr");
  const { id } = await createInvoice(app, { ownerId }, { sendEmail: true });
  await expect(runMailJob(id, ownerId)).rejects.toThrow();
  expect((await deliveryOf(app, id)).delivery).toBe("queued");
  await runMailJob(id, ownerId, sendInvoiceMailJob.retry.limit + 1);
  expect((await deliveryOf(app, id)).delivery).toBe("failed");
  expect(await failuresOf(id)).toBe(1);
});

test("a mail server that never responds times out", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  stops.push(() => silent.close());
  const smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const port = createSmtpMail({ smtpUrl, from: "a@gateway.example", timeoutMs: 200 });
  const started = performance.now();
  await expect(
    port.send({ messageId: "<1@x>", to: "b@client.example", subject: "s", text: "t" }),
  ).rejects.toThrow();
  expect(performance.now() - started).toBeLessThan(30_000);
});

test("without a mail server every mail is rejected immediately", async () => {
  const port = createSmtpMail({ smtpUrl: null, from: "a@gateway.example" });
  const message = { messageId: "<1@x>", to: "b@client.example", subject: "s", text: "t" };
  expect(await port.send(message)).toBe("refused");
});
