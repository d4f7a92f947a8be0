import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import { sendJson } from "../../sandbox/start-test-sandbox.ts";
import { connected, refreshes } from "../oauth/oauth-world.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { deliverDueMails } from "../../../subgraphs/hub/crm/messages/message-delivery.service.ts";
import { addContact } from "./crm-world.ts";
import {
  hubContext,
  inboxOf,
  newAddresses,
  newSender,
  quotaOf,
  report,
  setFaults,
  type Mail,
  type Sender,
} from "./message-world.ts";

interface FullMail extends Mail {
  attachments: { filename: string; contentType: string; sizeBytes: number }[];
}

let app: TestApp;
let sender: Sender;
beforeAll(async () => {
  app = await createTestApp();
  sender = await newSender(app);
});
afterAll(() => app?.close());

const send = (body: object, { headers } = sender) => app.post("/crm/send-email", body, headers);
const anAddress = () => newAddresses(1)[0]!;
const texts = { subject: "Offer", htmlBody: "<p>Hello {{firstName|there}}</p>" };

async function sent(body: object, from = sender) {
  const answer = await send(body, from);
  expect(answer.status, answer.text).toBe(202);
  return answer.body as { messageId: string; contactId: string | null; internetMessageId: string };
}

function arrives(address: string, count = 1): Promise<FullMail[]> {
  return until(`${count} mails to ${address}`, async () => {
    const mails = await inboxOf(app, [address]);
    return mails.length >= count && (mails as FullMail[]);
  });
}

const messageOf = async (messageId: string, { headers } = sender) =>
  (await app.get(`/crm/messages/${messageId}`, headers)).body;

async function upload(content: string, filename = "offer.txt"): Promise<string> {
  const body = { filename, contentType: "text/plain", content: Buffer.from(content).toString("base64") };
  const answer = await app.post("/files", body, sender.headers);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.fileId as string;
}

test("an e-mail to one person arrives with the fields of the contact, and is no campaign", async () => {
  const to = anAddress();
  const { contactId } = await addContact(app, sender, { email: to, firstName: "Ann" });
  const before = await quotaOf(app, sender, "email");
  const answer = await sent({ to: to.toUpperCase(), ...texts });
  expect(answer).toMatchObject({ contactId, status: "queued" });
  const [mail] = await arrives(to);
  expect(mail!.html).toContain("Hello Ann");
  expect(mail!.headers["message-id"]).toBe(answer.internetMessageId);
  expect(mail!.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  expect(mail!.headers["in-reply-to"]).toBeUndefined();
  const done = await until("it is sent", async () => {
    const message = await messageOf(answer.messageId);
    return message.status === "sent" && message;
  });
  expect(done).toMatchObject({ campaignId: null, contactId, to });
  const { body } = await app.get("/crm/campaigns", sender.headers);
  expect(body.total).toBe(0);
  const campaigns = await app.database.query<{ id: string }>(
    "SELECT id FROM hub.crm_campaigns WHERE owner_id = $1",
    [sender.ownerId],
  );
  expect((await app.get(`/crm/campaigns/${campaigns[0]!.id}`, sender.headers)).status).toBe(404);
  expect((await quotaOf(app, sender, "email")).used).toBe(before.used + 1);
  const activity = await until("it is in the timeline", async () => {
    const found = await app.get(`/crm/activities?contactId=${contactId}`, sender.headers);
    return found.body.activities[0];
  });
  expect(activity).toMatchObject({ kind: "email", text: "E-mail was sent.", objectId: answer.messageId });
});

test("a template is merged with the variables of the request", async () => {
  const made = await app.post("/crm/templates", { name: "Offer", ...texts }, sender.headers);
  const { templateId } = made.body.template;
  const to = anAddress();
  await sent({ to, templateId, variables: { firstName: "<Bo>" }, category: "transactional" });
  const [mail] = await arrives(to);
  expect([mail!.subject, mail!.html.includes("Hello &lt;Bo&gt;")]).toEqual(["Offer", true]);
  expect(mail!.headers["list-unsubscribe"]).toBeUndefined();
});

test("an answer is in the conversation of the message, and of the one before", async () => {
  const to = anAddress();
  const first = await sent({ to, ...texts, inReplyTo: "<CA+1@mail.example>" });
  const second = await sent({ to, ...texts, inReplyTo: first.messageId });
  const mails = await arrives(to, 2);
  const headersOf = ({ internetMessageId }: { internetMessageId: string }) =>
    mails.find(({ headers }) => headers["message-id"] === internetMessageId)!.headers;
  expect(headersOf(first)).toMatchObject({
    "in-reply-to": "<CA+1@mail.example>",
    references: "<CA+1@mail.example>",
  });
  expect(headersOf(second)).toMatchObject({
    "in-reply-to": first.internetMessageId,
    references: `<CA+1@mail.example> ${first.internetMessageId}`,
  });
  const foreign = await send({ to, ...texts, inReplyTo: first.messageId }, await newSender(app));
  expect([foreign.status, foreign.body.code]).toEqual([404, "NOT_FOUND"]);
});

test("files of the account are attached, and those of others are not found", async () => {
  const to = anAddress();
  const attachments = [await upload("first"), await upload("second!", "prices.txt")];
  await sent({ to, ...texts, attachments });
  const [mail] = await arrives(to);
  expect(mail!.attachments.map(({ filename, sizeBytes }) => [filename, sizeBytes])).toEqual([
    ["offer.txt", 5],
    ["prices.txt", 7],
  ]);
  const foreign = await send({ to, ...texts, attachments }, await newSender(app));
  expect([foreign.status, foreign.body.code]).toEqual([404, "FILE_NOT_FOUND"]);
});

test("a mail whose file was deleted is not sent, and gives its quota back", async () => {
  const to = anAddress();
  const fileId = await upload("short-lived");
  const before = await quotaOf(app, sender, "email");
  // The mail server cannot be reached until the file is deleted.
  await setFaults(app, "smtp", { status: 451, times: 1 });
  const { messageId } = await sent({ to, ...texts, attachments: [fileId] });
  await until("it was tried", async () => {
    const sql = "SELECT 1 FROM hub.crm_messages WHERE id = $1 AND status = 'queued' AND attempts = 1";
    return (await app.database.query(sql, [messageId])).length === 1;
  });
  await setFaults(app, "smtp", null);
  await app.send("DELETE", `/files/${fileId}`, sender.headers);
  await app.database.query("UPDATE hub.crm_messages SET next_attempt_at = now() WHERE id = $1", [messageId]);
  const message = await until("it has an outcome", async () => {
    const found = await messageOf(messageId);
    return found.status !== "queued" && found.status !== "sending" && found;
  });
  expect(message).toMatchObject({ status: "failed", reason: "attachment_missing" });
  expect(await quotaOf(app, sender, "email")).toMatchObject({ used: before.used, reserved: 0 });
});

test("suppressed addresses are refused, an opt-out only for marketing", async () => {
  const to = anAddress();
  await app.post(
    "/crm/suppressions",
    { channel: "email", address: to, reason: "unsubscribed" },
    sender.headers,
  );
  const refused = await send({ to, ...texts });
  expect([refused.status, refused.body.code, refused.body.details]).toMatchObject([
    409,
    "INVALID_STATE",
    { reason: "unsubscribed" },
  ]);
  await sent({ to, ...texts, category: "transactional" });
  await app.post("/crm/suppressions", { channel: "email", address: to }, sender.headers);
  expect((await send({ to, ...texts, category: "transactional" })).status).toBe(409);
});

test("marketing needs a postal address, and the quota of the plan holds", async () => {
  const person = await newSender(app, null);
  await app.database.query("DELETE FROM hub.crm_profiles WHERE owner_id = $1", [person.ownerId]);
  const bare = await send({ to: anAddress(), ...texts }, person);
  expect(bare.body.details.fields).toMatchObject([{ path: "category", rule: "postalAddress" }]);
  await sent({ to: anAddress(), ...texts, category: "transactional" }, person);
  await app.database.query("UPDATE hub.crm_quota_use SET used = 100 - reserved WHERE owner_id = $1", [
    person.ownerId,
  ]);
  const over = await send({ to: anAddress(), ...texts, category: "transactional" }, person);
  expect([over.status, over.body.details.reason]).toEqual([429, "quota"]);
});

test("a replay sends once, and faults are named by their fields", async () => {
  const to = anAddress();
  const headers = { ...sender.headers, "idempotency-key": "send-email-1" };
  const first = await app.post("/crm/send-email", { to, ...texts }, headers);
  const replay = await app.post("/crm/send-email", { to, ...texts }, headers);
  expect(replay.body).toEqual(first.body);
  await arrives(to);
  await deliverDueMails(hubContext(app), 10);
  expect(await inboxOf(app, [to])).toHaveLength(1);
  const bad = await send({ to: "nobody", subject: "x", variables: { x: {} } });
  expect(bad.body.details.fields.map(({ path }: { path: string }) => path).toSorted()).toEqual([
    "htmlBody",
    "to",
    "variables",
  ]);
});

test("a complaint about a single mail suppresses the address, and unsubscribing works with its link", async () => {
  const [one, two] = [anAddress(), anAddress()];
  const { internetMessageId } = await sent({ to: one, ...texts });
  await sent({ to: two, ...texts });
  await arrives(one);
  const [mail] = await arrives(two);
  await until("the outcome is known", async () => {
    await report(app, [{ messageId: internetMessageId, type: "complained" }]);
    return (
      (await app.get(`/crm/suppressions?search=${encodeURIComponent(one)}`, sender.headers)).body.total === 1
    );
  });
  const link = /https?:\/\/[^\s"<>]*(\/crm\/unsubscribe\/[\w.-]+)/.exec(
    mail!.headers["list-unsubscribe"]!,
  )![1]!;
  const form = { method: "POST" as const, url: link, payload: "List-Unsubscribe=One-Click" };
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  expect((await app.running.router.server.inject({ ...form, headers })).statusCode).toBe(200);
  expect((await send({ to: two, ...texts })).body.details.reason).toBe("unsubscribed");
});

test("the text of a mail is erased with its contact", async () => {
  const to = anAddress();
  const { contactId } = await addContact(app, sender, { email: to });
  const { messageId } = await sent({
    to,
    subject: "Private",
    htmlBody: "<p>Private</p>",
    category: "transactional",
  });
  await arrives(to);
  await until("it is sent", async () => (await messageOf(messageId)).status === "sent");
  await app.send("DELETE", `/crm/contacts/${contactId}`, sender.headers);
  const rows = await app.database.query<{ row: string }>(
    `SELECT c::text || m::text AS row FROM hub.crm_messages m JOIN hub.crm_campaigns c ON c.id = m.campaign_id
     WHERE m.id = $1`,
    [messageId],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.row).not.toContain("Private");
  expect(rows[0]!.row).not.toContain(to);
});

const gmailScope = "https://www.googleapis.com/auth/gmail.send";
const scopesOf = { google: ["openid", "email", gmailScope], microsoft: ["openid", "email", "Mail.Send"] };

/** A mailbox of the sender at a service, and what the service has sent from it. */
async function newMailbox(provider: "google" | "microsoft", scopes: readonly string[] = scopesOf[provider]) {
  const login = newId("log").slice(-12);
  const connectionId = await connected(app, sender, { provider, login, scopes: [...scopes] });
  return {
    connectionId,
    address: `${login}@${provider}.example`,
    mails: async () => {
      const { body } = await sendJson("GET", `${app.sandboxUrl}/oauth/switches/mails/${provider}`);
      return (body.mails as { account: string; mime: string }[])
        .filter(({ account }) => account === login)
        .map(({ mime }) => mime);
    },
  };
}

/** What the next requests to the services' APIs get; `status: null` loses the response after the work. */
const apiFault = (fault: object) => sendJson("POST", `${app.sandboxUrl}/oauth/switches/apis`, fault);

const ended = (messageId: string) =>
  until(`${messageId} has ended`, async () => {
    const message = await messageOf(messageId);
    return ["sent", "failed", "bounced"].includes(message.status) && message;
  });

test.each(["google", "microsoft"] as const)(
  "an e-mail over a connection to %s is sent from the person's own mailbox, once",
  async (provider) => {
    const mailbox = await newMailbox(provider);
    const to = anAddress();
    const answer = await sent({ to, ...texts, fromName: "Ann", connectionId: mailbox.connectionId });
    expect(await ended(answer.messageId)).toMatchObject({ status: "sent" });
    const [mime, ...others] = await mailbox.mails();
    expect(others).toEqual([]);
    expect(mime).toContain(`From: Ann <${mailbox.address}>`);
    expect(mime).toContain(`To: ${to}`);
    expect(mime).toContain(`Message-ID: ${answer.internetMessageId}`);
    expect(mime).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(await inboxOf(app, [to])).toEqual([]);
    // A file counts by its size, of which a request of Microsoft takes less.
    const fileId = await upload("attached");
    await app.database.query("UPDATE hub.files SET size = 3145728 WHERE id = $1", [fileId]);
    const large = { to: anAddress(), ...texts, connectionId: mailbox.connectionId, attachments: [fileId] };
    expect((await send(large)).status).toBe(provider === "google" ? 202 : 400);
  },
);

test("a connection of another account, of another service, without the scope or the address is refused", async () => {
  const mailbox = await newMailbox("google");
  const other = await newSender(app);
  const input = { to: anAddress(), ...texts };
  const foreign = await send({ ...input, connectionId: mailbox.connectionId }, other);
  const missing = await send({ ...input, connectionId: "con_missing" }, other);
  expect([foreign.status, foreign.body.error]).toEqual([missing.status, missing.body.error]);
  expect([foreign.status, foreign.body.code]).toEqual([404, "CONNECTION_NOT_FOUND"]);
  const reasonOf = async (provider: string, scopes: string[]) => {
    const connectionId = await connected(app, sender, { provider, scopes });
    const { status, body } = await send({ ...input, connectionId });
    return [status, body.details.reason, body.details.scopes];
  };
  expect(await reasonOf("google", ["openid", "email"])).toEqual([409, "missing_scope", [gmailScope]]);
  expect(await reasonOf("microsoft", ["openid", "email"])).toEqual([409, "missing_scope", ["Mail.Send"]]);
  expect(await reasonOf("google", ["openid", gmailScope])).toEqual([409, "no_address", ["openid", "email"]]);
  expect(await reasonOf("slack", ["openid", "email"])).toEqual([409, "no_mail_service", undefined]);
});

test.each(["google", "microsoft"] as const)(
  "at %s a token that is refused is renewed, a limit is waited for, and a lost response is not sent again",
  async (provider) => {
    const { connectionId, mails } = await newMailbox(provider);
    const start = async () => (await sent({ to: anAddress(), ...texts, connectionId })).messageId;
    const renewals = await refreshes(app);
    await apiFault({ status: 401 });
    expect(await ended(await start())).toMatchObject({ status: "sent" });
    expect([await refreshes(app), (await mails()).length]).toEqual([renewals + 1, 1]);

    await apiFault({ status: 429, retryAfterSeconds: 7_200 });
    const limited = await start();
    const [waiting] = await until("it waits", async () => {
      const rows = await app.database.query(
        `SELECT extract(epoch FROM next_attempt_at - now())::int AS seconds FROM hub.crm_messages
         WHERE id = $1 AND status = 'queued' AND attempts = 1 AND claim IS NULL`,
        [limited],
      );
      return rows.length === 1 && rows;
    });
    expect(waiting!.seconds).toBeGreaterThan(7_100);
    const makeDue = () =>
      app.database.query("UPDATE hub.crm_messages SET next_attempt_at = now() WHERE id = $1", [limited]);
    await makeDue();
    expect(await ended(limited)).toMatchObject({ status: "sent" });

    for (const status of [null, 500]) {
      await apiFault({ status });
      expect(await ended(await start())).toMatchObject({ status: "failed", reason: "outcome_unknown" });
    }
    // The one whose response was lost had been sent; nothing is sent a second time.
    expect((await mails()).length).toBe(3);
  },
);

test("an e-mail whose connection ends before it is sent fails, and says why", async () => {
  const { connectionId, mails } = await newMailbox("google");
  await apiFault({ status: 503 });
  const { messageId } = await sent({ to: anAddress(), ...texts, connectionId });
  await until("it waits", async () => {
    const sql = "SELECT 1 FROM hub.crm_messages WHERE id = $1 AND status = 'queued' AND attempts = 1";
    return (await app.database.query(sql, [messageId])).length > 0;
  });
  const ending = await app.send("DELETE", "/integrations/oauth/google?appId=finance", sender.headers);
  expect(ending.body.connectionId).toBe(connectionId);
  await app.database.query("UPDATE hub.crm_messages SET next_attempt_at = now() WHERE id = $1", [messageId]);
  expect(await ended(messageId)).toMatchObject({ status: "failed", reason: "connection_lost" });
  expect(await mails()).toEqual([]);
});
