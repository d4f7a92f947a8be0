import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import {
  campaignIs,
  inboxOf,
  mailBody,
  newAddresses,
  newSender,
  postalAddress,
  quotaOf,
  readCampaign,
  startCampaign,
} from "./message-world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const soon = () => new Date(Date.now() + 3_600_000).toISOString();

describe("a campaign", () => {
  test("a campaign reaches each recipient once, with their name, a footer and one-click headers", async () => {
    const sender = await newSender(app);
    const [ann, bob] = newAddresses(2) as [string, string];
    const recipients = [
      { email: ann.toUpperCase(), name: "Ann <b>Ace</b>" },
      bob,
      ann,
      "not an address",
      { email: bob, variables: { firstName: "Twice" } },
    ];
    const answer = await app.post("/crm/send-bulk-email", mailBody(recipients), sender.headers);
    expect(answer).toMatchObject({
      status: 202,
      body: {
        success: true,
        status: "queued",
        total: 5,
        accepted: 2,
        duplicates: 2,
        suppressed: 0,
        invalid: 1,
        quota: { remaining: 99_998, resetsAt: expect.stringMatching(/-01T00:00:00\.000Z$/) },
      },
    });
    expect(answer.body.rejected).toEqual([
      { email: ann, reason: "duplicate" },
      { email: "not an address", reason: "invalid" },
      { email: bob, reason: "duplicate" },
    ]);
    const done = await campaignIs(app, sender, answer.body.campaignId, "completed");
    expect(done.progress).toMatchObject({ queued: 0, sent: 2, failed: 0 });
    const mails = await inboxOf(app, [ann, bob]);
    const subjects = Object.fromEntries(mails.map(({ to, subject }) => [to.join(), subject]));
    expect(mails).toHaveLength(2);
    expect(subjects).toEqual({ [ann]: "Hello Ann", [bob]: "Hello there" });
    const toAnn = mails.find(({ to }) => to[0] === ann)!;
    expect(toAnn.html).toContain("Hello Ann,");
    expect(toAnn.html).toContain("Sample LLC, 1 Main St, Springfield, IL 62701, US");
    expect(toAnn.text).toMatch(/Unsubscribe: http\S+\/crm\/unsubscribe\//);
    expect(toAnn.headers["list-unsubscribe"]).toMatch(/^<http\S+\/crm\/unsubscribe\/[\w.-]+>$/);
    expect(toAnn.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    expect(toAnn.headers["from"]).toContain("Sample LLC");
    expect(await quotaOf(app, sender, "email")).toMatchObject({ used: 2, reserved: 0 });
  });

  test("a campaign escapes merged values, and sends no scripts", async () => {
    const sender = await newSender(app);
    const [ann] = newAddresses(1) as [string];
    const variables = { firstName: `<script>alert("x")</script>{{email}}` };
    const htmlBody = `<script>bad()</script><p onclick="bad()">Hi {{firstName}}</p><a href="javascript:bad()">x</a>`;
    const id = await startCampaign(app, sender, mailBody([{ email: ann, variables }], { htmlBody }));
    await campaignIs(app, sender, id, "completed");
    const [mail] = await inboxOf(app, [ann]);
    expect(mail!.html).not.toMatch(/<script|onclick|javascript:/);
    expect(mail!.html).toContain("&lt;script&gt;");
    expect(mail!.html).toContain("{{email}}");
  });

  test("a transactional campaign needs no postal address and has no unsubscribe link", async () => {
    const headers = { authorization: `Bearer ${await app.tokenFor({ sub: newId("usr") })}` };
    const sender = { ownerId: "", headers };
    const [ann] = newAddresses(1) as [string];
    const refused = await app.post("/crm/send-bulk-email", mailBody([ann]), headers);
    expect(refused).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(refused.body.details.fields).toMatchObject([{ path: "category", rule: "postalAddress" }]);
    const id = await startCampaign(app, sender, mailBody([ann], { category: "transactional" }));
    await campaignIs(app, sender, id, "completed");
    const [mail] = await inboxOf(app, [ann]);
    expect(mail!.headers).not.toHaveProperty("list-unsubscribe");
    expect(mail!.text).not.toContain("Unsubscribe");
  });

  test.each([
    [{ recipients: [] }, "recipients"],
    [{ recipients: Array.from({ length: 1_001 }, (_, n) => `p${n}@mail.example`) }, "recipients"],
    [{ recipients: [7] }, "recipients.0"],
    [{ recipients: [{ name: "x" }] }, "recipients.0.email"],
    [{ recipients: [{ email: "a@b.example", nickname: "x" }] }, "recipients.0.nickname"],
    [{ recipients: [{ email: "a@b.example", variables: { deep: {} } }] }, "recipients.0.variables"],
    [{ subject: "two\r\nlines" }, "subject"],
    [{ subject: "x".repeat(256) }, "subject"],
    [{ subject: "Hello {{broken" }, "subject"],
    [{ htmlBody: null }, "htmlBody"],
    [{ templateId: "tpl_x" }, "templateId"],
    [{ replyTo: "nobody" }, "replyTo"],
    [{ category: "spam" }, "category"],
    [{ scheduledAt: "2099-01-01T00:00:00.000Z" }, "scheduledAt"],
  ])("with a fault is refused, and nothing is sent (%#)", async (overrides, path) => {
    const sender = await newSender(app, null);
    const answer = await app.post(
      "/crm/send-bulk-email",
      mailBody(["a@b.example"], overrides),
      sender.headers,
    );
    expect(answer, answer.text).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", success: false },
    });
    expect(answer.body.details.fields.map((fault: { path: string }) => fault.path)).toContain(path);
    expect((await app.get("/crm/campaigns", sender.headers)).body.total).toBe(0);
  });

  test("a campaign accepts a body of up to 5 MiB", async () => {
    const sender = await newSender(app, null);
    const body = (kib: number) =>
      mailBody(newAddresses(1), { htmlBody: "x".repeat(kib * 1024), scheduledAt: soon() });
    expect((await app.post("/crm/send-bulk-email", body(4_900), sender.headers)).status).toBe(202);
    const tooLarge = await app.post("/crm/send-bulk-email", body(5_200), sender.headers);
    expect(tooLarge).toMatchObject({ status: 413, body: { code: "PAYLOAD_TOO_LARGE" } });
  });

  test("a repeated request with its key is one campaign", async () => {
    const sender = await newSender(app);
    const body = mailBody(newAddresses(3), { scheduledAt: soon() });
    const headers = { ...sender.headers, "idempotency-key": "once" };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.post("/crm/send-bulk-email", body, headers)),
    );
    expect(new Set(answers.map(({ status, body: { campaignId } }) => `${status} ${campaignId}`)).size).toBe(
      1,
    );
    expect((await app.get("/crm/campaigns", sender.headers)).body.total).toBe(1);
    expect(await quotaOf(app, sender, "email")).toMatchObject({ used: 0, reserved: 3 });
    const other = await app.post("/crm/send-bulk-email", { ...body, subject: "Other" }, headers);
    expect(other).toMatchObject({ status: 422, body: { code: "IDEMPOTENCY_KEY_REUSED" } });
  });
});

describe("the quota", () => {
  test("concurrent campaigns never exceed the quota: each gets all or nothing", async () => {
    const sender = await newSender(app, null);
    const send = () =>
      app.post("/crm/send-bulk-email", mailBody(newAddresses(30), { scheduledAt: soon() }), sender.headers);
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      202, 202, 202, 429, 429, 429, 429, 429,
    ]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({
      success: false,
      code: "RATE_LIMIT_EXCEEDED",
      details: { reason: "quota", kind: "email", limit: 100, remaining: 10, requested: 30 },
    });
    expect(await quotaOf(app, sender, "email")).toMatchObject({ used: 0, reserved: 90, remaining: 10 });
  });

  test("the quota is released for skipped recipients", async () => {
    const sender = await newSender(app, null);
    const addresses = newAddresses(60);
    const id = await startCampaign(app, sender, mailBody(addresses, { scheduledAt: soon() }));
    expect(await quotaOf(app, sender, "email")).toMatchObject({ reserved: 60 });
    const cancelled = await app.post(`/crm/campaigns/${id}/cancel`, {}, sender.headers);
    expect(cancelled.body).toMatchObject({ status: "cancelled", progress: { queued: 0, failed: 60 } });
    expect(await quotaOf(app, sender, "email")).toMatchObject({ used: 0, reserved: 0, remaining: 100 });
    expect(await inboxOf(app, addresses)).toEqual([]);
  });
});

describe("control of a campaign", () => {
  test("the owner pauses, resumes and cancels a campaign; a finished one stays finished", async () => {
    const sender = await newSender(app);
    const addresses = newAddresses(4);
    const id = await startCampaign(app, sender, mailBody(addresses, { scheduledAt: soon() }));
    const call = (what: string) => app.post(`/crm/campaigns/${id}/${what}`, {}, sender.headers);
    expect((await call("pause")).body).toMatchObject({ status: "paused", pauseReason: "requested" });
    expect((await call("pause")).status).toBe(200);
    await app.database.query("UPDATE hub.crm_campaigns SET starts_at = now() WHERE id = $1", [id]);
    await app.database.query("UPDATE hub.crm_messages SET next_attempt_at = now() WHERE campaign_id = $1", [
      id,
    ]);
    expect((await call("resume")).body).toMatchObject({ pauseReason: null });
    await campaignIs(app, sender, id, "completed");
    expect(await inboxOf(app, addresses)).toHaveLength(4);
    expect(await call("cancel")).toMatchObject({
      status: 409,
      body: { code: "CAMPAIGN_STATE_CONFLICT", details: { currentState: "completed" } },
    });
  });

  test("an owner finds only their own campaigns", async () => {
    const sender = await newSender(app);
    const stranger = await newSender(app);
    const id = await startCampaign(app, sender, mailBody(newAddresses(1), { scheduledAt: soon() }));
    for (const path of [`/crm/campaigns/${id}`, `/crm/campaigns/${newId("cmp")}`])
      expect(await app.get(path, stranger.headers)).toMatchObject({
        status: 404,
        body: { code: "CAMPAIGN_NOT_FOUND" },
      });
    const stopped = await app.post(`/crm/campaigns/${id}/cancel`, {}, stranger.headers);
    expect(stopped).toMatchObject({ status: 404, body: { code: "CAMPAIGN_NOT_FOUND" } });
    expect((await readCampaign(app, sender, id)).status).toBe("queued");
  });
});

test("concurrent campaigns are served round-robin: a small one does not wait for a large one", async () => {
  const [large, small] = [await newSender(app), await newSender(app)];
  const many = newAddresses(400);
  const few = newAddresses(3);
  const largeId = await startCampaign(app, large, mailBody(many));
  await until(
    "the large one is going",
    async () => (await readCampaign(app, large, largeId)).progress.sent > 0,
  );
  const smallId = await startCampaign(app, small, mailBody(few));
  await campaignIs(app, small, smallId, "completed");
  expect((await readCampaign(app, large, largeId)).status).toBe("sending");
  await campaignIs(app, large, largeId, "completed");
  const mails = await inboxOf(app, many);
  expect(new Set(mails.map(({ to }) => to[0])).size).toBe(400);
  expect(mails).toHaveLength(400);
});

test("the sender profile is replaced as a whole, and can be read", async () => {
  const headers = { authorization: `Bearer ${await app.tokenFor({ sub: newId("usr") })}` };
  expect((await app.get("/crm/business-profile", headers)).body).toMatchObject({
    businessName: null,
    postalAddress: null,
  });
  const bad = await app.send("PUT", "/crm/business-profile", headers, {
    businessName: "",
    postalAddress: { city: "x" },
  });
  expect(bad.status).toBe(400);
  await app.send("PUT", "/crm/business-profile", headers, { businessName: "One", postalAddress });
  const read = await app.get("/crm/business-profile", headers);
  expect(read.body).toMatchObject({ businessName: "One", postalAddress: { ...postalAddress, line2: null } });
});
