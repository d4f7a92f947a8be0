import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { newId } from "../../../src/ids.ts";
import {
  campaignIs,
  inboxOf,
  mailBody,
  newAddresses,
  newSender,
  quotaOf,
  readCampaign,
  report,
  setFaults,
  startCampaign,
  type Mail,
  type Sender,
} from "./message-world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const soon = () => new Date(Date.now() + 3_600_000).toISOString();

async function sent(sender: Sender, addresses: readonly string[], overrides: object = {}): Promise<string> {
  const id = await startCampaign(app, sender, mailBody(addresses, overrides));
  await campaignIs(app, sender, id, "completed");
  return id;
}

async function idsOf(campaignId: string): Promise<string[]> {
  const rows = await app.database.query<{ id: string }>(
    "SELECT id FROM hub.crm_messages WHERE campaign_id = $1 ORDER BY address",
    [campaignId],
  );
  return rows.map(({ id }) => `<${id}@127.0.0.1>`);
}

async function eventsOf(sender: Sender): Promise<string[]> {
  const rows = await app.database.query<{ type: string }>(
    "SELECT type FROM hub.outbox_events WHERE owner_id = $1 AND type LIKE 'crm.message.%' ORDER BY sequence",
    [sender.ownerId],
  );
  return rows.map(({ type }) => type.replace("crm.message.", ""));
}

async function suppressionsOf(sender: Sender): Promise<string[]> {
  const { body } = await app.get("/crm/suppressions", sender.headers);
  return body.suppressions.map(
    ({ address, reason }: { address: string; reason: string }) => `${address} ${reason}`,
  );
}

const linkIn = (mail: Mail, kind: string) =>
  new URL(
    new RegExp(`http[^"\\s>\\]]+/crm/${kind}/[\\w.-]+`).exec(
      mail.html + mail.headers["list-unsubscribe"],
    )![0],
  );

async function follow(url: URL, method = "GET", body?: string) {
  const response = await fetch(`${app.url}${url.pathname}`, {
    method,
    redirect: "manual",
    headers: {
      connection: "close",
      ...(body ? { "content-type": "application/x-www-form-urlencoded" } : {}),
    },
    ...(body ? { body } : {}),
  });
  const { status, headers } = response;
  return { status, headers, text: await response.text() };
}

describe("one-click unsubscribe", () => {
  test("unsubscribing asks on the page, is done at once by one click, and is idempotent", async () => {
    const sender = await newSender(app);
    const [ann, bob] = newAddresses(2) as [string, string];
    await sent(sender, [ann, bob]);
    const later = await startCampaign(app, sender, mailBody([ann, bob], { scheduledAt: soon() }));
    const [mail] = await inboxOf(app, [ann]);
    const link = linkIn(mail!, "unsubscribe");
    const page = await follow(link);
    expect(page).toMatchObject({ status: 200 });
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    expect(page.text).toContain('<form method="post">');
    expect(await suppressionsOf(sender)).toEqual([]);
    for (let again = 0; again < 2; again++) {
      const done = await follow(link, "POST", "List-Unsubscribe=One-Click");
      expect([done.status, done.text]).toEqual([200, ""]);
    }
    expect((await follow(link, "POST", "from=page")).text).toContain("You are unsubscribed");
    expect(await suppressionsOf(sender)).toEqual([`${ann} unsubscribed`]);
    expect(await eventsOf(sender)).toEqual(["unsubscribed"]);
    expect((await readCampaign(app, sender, later)).progress).toMatchObject({ queued: 1, failed: 1 });
    const next = await app.post(
      "/crm/send-bulk-email",
      mailBody([ann, bob], { scheduledAt: soon() }),
      sender.headers,
    );
    expect(next.body).toMatchObject({
      accepted: 1,
      suppressed: 1,
      rejected: [{ email: ann, reason: "suppressed" }],
    });
    await sent(sender, [ann], { category: "transactional" });
    expect(await inboxOf(app, [ann])).toHaveLength(2);
  });

  test("a link with an invalid signature gets the same response as one of a missing message", async () => {
    const forged = [`${"x".repeat(40)}.${"y".repeat(27)}`, "x", "%00", "a".repeat(5_000)];
    const { messageTokens } = app.running.platform.contextIn("hub").ports as {
      messageTokens: { sign(purpose: string, payload: string): string };
    };
    const gone = messageTokens.sign("unsubscribe", newId("msg"));
    const clickable = messageTokens.sign("click", newId("msg"));
    const answers = await Promise.all(
      [...forged, gone, clickable].map((token) =>
        follow(new URL(`http://x/crm/unsubscribe/${token}`), "POST", "x=1"),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(404);
    expect((await follow(new URL("http://x/crm/unsubscribe/x"), "DELETE")).status).toBe(405);
  });
});

test("opens and clicks are recorded once, and redirect only to the message's own URLs", async () => {
  const sender = await newSender(app);
  const [ann, bob] = newAddresses(2) as [string, string];
  const id = await sent(sender, [ann, bob]);
  const [mail] = await inboxOf(app, [ann]);
  const pixel = await follow(linkIn(mail!, "opens"));
  expect([pixel.status, pixel.headers.get("content-type")]).toEqual([200, "image/gif"]);
  const click = await follow(linkIn(mail!, "clicks"));
  expect([click.status, click.headers.get("location")]).toEqual([302, "https://shop.example/?a=1&b=2"]);
  await follow(linkIn(mail!, "clicks"));
  expect((await follow(new URL("http://x/crm/clicks/x"))).status).toBe(404);
  const { body } = await app.get(`/crm/analytics?campaignId=${id}`, sender.headers);
  expect(body).toMatchObject({
    success: true,
    campaignId: id,
    approximate: true,
    totals: {
      queued: 0,
      sent: 2,
      delivered: 1,
      opened: 1,
      clicked: 1,
      bounced: 0,
      complained: 0,
      failed: 0,
      unsubscribed: 0,
    },
    rates: { delivery: 0.5, open: 1, click: 1, bounce: 0, complaint: 0 },
    series: [{ date: new Date().toISOString().slice(0, 10), sent: 2 }],
  });
  const none = await app.get("/crm/analytics?from=2020-01-01&to=2020-02-01", sender.headers);
  expect(none.body).toMatchObject({ campaignId: null, totals: { sent: 0 }, rates: { open: 0 }, series: [] });
  for (const query of ["from=2026-02-02&to=2026-02-01", "from=2020-01-01&to=2026-01-01", "from=x"])
    expect((await app.get(`/crm/analytics?${query}`, sender.headers)).status, query).toBe(400);
});

describe("reports of the mail server", () => {
  test("mail reports update messages, once, in any order", async () => {
    const sender = await newSender(app);
    const addresses = newAddresses(3).sort();
    const id = await sent(sender, addresses);
    const [one, two, three] = (await idsOf(id)) as [string, string, string];
    const reports = [
      { id: newId("rpt"), messageId: one, type: "delivered" },
      { id: newId("rpt"), messageId: two, type: "bounced", bounceType: "hard" },
      { id: newId("rpt"), messageId: three, type: "complained" },
      { id: newId("rpt"), messageId: "<someone-elses@mail.example>", type: "bounced" },
    ];
    const answers = await report(app, reports, 3);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const sum = (name: string) => answers.reduce((total, { body }) => total + body[name]!, 0);
    expect([sum("processed"), sum("duplicate"), sum("ignored")]).toEqual([3, 6, 3]);
    const messageId = `<${newId("inv")}@hub-platform>`;
    const [ofInvoice] = await report(app, [{ id: newId("rpt"), messageId, type: "bounced" }], 1);
    expect(ofInvoice!.body).toMatchObject({ processed: 1 });
    const announced = "SELECT type, payload FROM hub.outbox_events WHERE object_id = $1";
    expect(await app.database.query(announced, [messageId])).toEqual([
      { type: "mail.bounced", payload: { messageId, reason: "hard_bounce" } },
    ]);
    await report(app, [{ messageId: three, type: "delivered" }]);
    expect((await readCampaign(app, sender, id)).progress).toMatchObject({
      delivered: 1,
      bounced: 1,
      complained: 1,
    });
    expect((await suppressionsOf(sender)).sort()).toEqual(
      [`${addresses[1]} hard_bounce`, `${addresses[2]} complaint`].sort(),
    );
    expect((await eventsOf(sender)).sort()).toEqual(["bounced", "complained", "delivered", "delivered"]);
    const again = await app.post(
      "/crm/send-bulk-email",
      mailBody(addresses, { scheduledAt: soon() }),
      sender.headers,
    );
    expect(again.body).toMatchObject({ accepted: 1, suppressed: 2 });
  });

  test("mail reports need a valid signature, at most five minutes old", async () => {
    const body = JSON.stringify({ reports: [{ id: "r", messageId: "<a@b.example>", type: "delivered" }] });
    const secret = "demo-mail-report-secret-not-for-production";
    const seconds = Math.floor(Date.now() / 1000);
    const sign = (at: number, key: string, text: string) =>
      `t=${at},v1=${createHmac("sha256", key).update(`${at}.${text}`).digest("hex")}`;
    const send = async (signature: string, text = body) => {
      const answer = await app.running.router.server.inject({
        method: "POST",
        url: "/crm/mail-reports",
        headers: { "content-type": "application/json", "x-mail-signature": signature },
        payload: text,
      });
      return answer.statusCode;
    };
    expect(await send(sign(seconds, secret, body))).toBe(200);
    expect(await send(sign(seconds, "another-secret-of-nobody", body))).toBe(400);
    expect(await send(sign(seconds - 301, secret, body))).toBe(400);
    expect(await send(sign(seconds, secret, body), `${body} `)).toBe(400);
    expect(await send("")).toBe(400);
    expect(await send(sign(seconds, secret, "[]"), "[]")).toBe(400);
  });

  test("a rejected mailbox bounces and is suppressed at once; five soft bounces in 30 days do the same", async () => {
    const sender = await newSender(app);
    const [hard] = newAddresses(1, "hard-bounce") as [string];
    const [soft] = newAddresses(1, "mailbox-full") as [string];
    const id = await sent(sender, [hard, soft, ...newAddresses(1)]);
    expect((await readCampaign(app, sender, id)).progress).toMatchObject({ sent: 1, bounced: 2 });
    expect(await suppressionsOf(sender)).toEqual([`${hard} hard_bounce`]);
    for (let more = 0; more < 3; more++) await sent(sender, [soft]);
    await app.database.query(
      `UPDATE hub.crm_delivery_reports SET at = now() - interval '31 days'
       WHERE id = (SELECT id FROM hub.crm_delivery_reports WHERE address = $1 LIMIT 1)`,
      [soft],
    );
    await sent(sender, [soft]);
    expect(await suppressionsOf(sender)).toEqual([`${hard} hard_bounce`]);
    await sent(sender, [soft]);
    expect(await suppressionsOf(sender)).toContain(`${soft} soft_bounces`);
    expect(await inboxOf(app, [hard, soft])).toEqual([]);
  });
});

test("a campaign with more than 5 % bounces over 200 sends is paused, and sends nothing until it is resumed", async () => {
  const sender = await newSender(app);
  const bad = newAddresses(15, "hard-bounce");
  const good = newAddresses(235);
  const mixed = [...good.slice(0, 185), ...bad, ...good.slice(185)];
  const id = await startCampaign(app, sender, mailBody(mixed));
  const paused = await campaignIs(app, sender, id, "paused");
  expect(paused).toMatchObject({ pauseReason: "bounce_rate" });
  const done = paused.progress.sent + paused.progress.bounced;
  expect(done).toBeGreaterThanOrEqual(200);
  expect(paused.progress.queued).toBeGreaterThan(0);
  await app.post(`/crm/campaigns/${id}/resume`, {}, sender.headers);
  await campaignIs(app, sender, id, "completed");
  expect(await inboxOf(app, mixed)).toHaveLength(235);
});

test("complaints above 0.3 % pause the rest of a campaign", async () => {
  const sender = await newSender(app);
  const id = await startCampaign(app, sender, mailBody([...newAddresses(220)]));
  await until("most are sent", async () => (await readCampaign(app, sender, id)).progress.sent === 220);
  // The rest stays queued.
  await app.database.query(
    `UPDATE hub.crm_campaigns SET status = 'sending', completed_at = NULL WHERE id = $1`,
    [id],
  );
  const [message] = await idsOf(id);
  await report(app, [{ messageId: message, type: "complained" }]);
  expect((await readCampaign(app, sender, id)).pauseReason).toBe("complaint_rate");
});

describe("a mail server in trouble", () => {
  test.each([
    ["answers 451", { status: 451, times: 3 }],
    ["cuts connections", { dropRate: 1, times: 3 }],
    ["speaks nonsense", { malformed: true, times: 3 }],
  ])("that %s gets every message later, and once", async (_name, faults) => {
    const sender = await newSender(app);
    const addresses = newAddresses(6);
    await setFaults(app, "smtp", faults);
    const id = await startCampaign(app, sender, mailBody(addresses));
    const waits = await until("all were tried", async () => {
      const { progress } = await readCampaign(app, sender, id);
      return progress.sent === 3 && progress.queued === 3 && progress;
    });
    expect(waits.failed).toBe(0);
    await setFaults(app, "smtp", null);
    await app.database.query("UPDATE hub.crm_messages SET next_attempt_at = now() WHERE campaign_id = $1", [
      id,
    ]);
    await campaignIs(app, sender, id, "completed");
    const mails = await inboxOf(app, addresses);
    expect(mails.map(({ to }) => to.join()).sort()).toEqual(addresses.toSorted());
    expect(await quotaOf(app, sender, "email")).toMatchObject({ used: 6, reserved: 0 });
  });

  test("a mail server's rejection fails the message, and releases the quota", async () => {
    const sender = await newSender(app);
    const addresses = newAddresses(2);
    await setFaults(app, "smtp", { status: 554, times: 2 });
    await sent(sender, addresses);
    expect(await eventsOf(sender)).toEqual(["failed", "failed"]);
    expect(await quotaOf(app, sender, "email")).toMatchObject({ used: 0, reserved: 0 });
  });
});
