import { afterAll, beforeAll, expect, test } from "vitest";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { mailOutcome } from "../../../subgraphs/hub/approvals/mail-outcome.service.ts";
import { sweepApprovals } from "../../../subgraphs/hub/approvals/run-approval.service.ts";
import type { MailMessage } from "../../../src/mail/mail.port.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { newMember } from "../accounts/organizations.ts";
import { approve, demanding, finished, pay, setRule, type Demanding } from "./payouts.ts";

interface Mail {
  to: string | string[];
  subject: string;
  text: string;
}

let app: TestApp;
let shop: Demanding;
beforeAll(async () => {
  app = await openSharedApp();
  shop = await demanding(app, ["payouts"]);
});
afterAll(() => app?.close());

const hub = () => app.running.platform.contextIn("hub") as HubContext;
const ask = async (amount: number, headers = shop.ownerHeaders) =>
  (await pay(app, shop, headers, { amount })).body.approvalRequest.id as string;

/** The first mail about the outcome of a request. */
function outcomeMail(requestId: string): Promise<{ to: string; subject: string; text: string }> {
  return until(`a mail about ${requestId}`, async () => {
    const answer = await fetch(`${app.sandboxUrl}/mail/messages`);
    const { messages } = (await answer.json()) as { messages: Mail[] };
    const mail = messages.find(
      ({ subject, text }) => subject.includes("request") && text.includes(requestId),
    );
    return mail && { ...mail, to: [mail.to].flat().join() };
  });
}

/** Addresses that one run of the job mails. */
async function mailedBy(requestId: string): Promise<string[]> {
  const sent: MailMessage[] = [];
  const ctx = hub();
  const mail = {
    send: (message: MailMessage) => {
      sent.push(message);
      return Promise.resolve("accepted" as const);
    },
  };
  const ports: HubContext["ports"] = { ...ctx.ports, mail };
  await mailOutcome(Object.assign(Object.create(ctx) as HubContext, { ports }), requestId);
  return sent.map(({ to }) => to);
}

test("the requester is mailed that a request has run", async () => {
  const requestId = await ask(21);
  await approve(app, requestId, shop.adminHeaders);
  await finished(app, requestId, shop.ownerHeaders);
  const mail = await outcomeMail(requestId);
  expect(mail.to).toContain(shop.owner.email);
  expect(mail.subject).toContain("executed");
});

test("the requester is mailed that a request was rejected, with the reason", async () => {
  const requestId = await ask(22);
  await app.post(`/account/approval-requests/${requestId}/reject`, { reason: "Too much" }, shop.adminHeaders);
  const mail = await outcomeMail(requestId);
  expect(mail.to).toContain(shop.owner.email);
  expect(mail.text).toContain("Reason: Too much");
});

test("the requester is mailed that an approved request could not be run", async () => {
  const asker = await newMember(app, shop.id, "admin");
  const requestId = await ask(23, { ...asker.headers, "x-app-id": "payroll" });
  await app.send("PATCH", `/account/members/${asker.person.userId}`, shop.owner.in(shop.id), {
    role: "read_only",
  });
  await approve(app, requestId, shop.adminHeaders);
  const mail = await outcomeMail(requestId);
  expect(mail.to).toContain(asker.person.email);
  expect(mail.text).toContain("FORBIDDEN");
});

test("the requester is mailed that a request expired", async () => {
  const requestId = await ask(24);
  await app.database.query("UPDATE hub.approval_requests SET expires_at = now() WHERE id = $1", [requestId]);
  await sweepApprovals(hub());
  const mail = await outcomeMail(requestId);
  expect([mail.to.includes(shop.owner.email), mail.subject.includes("expired")]).toEqual([true, true]);
});

test("nobody is mailed about a request that waits or was cancelled", async () => {
  const requestId = await ask(25);
  expect(await mailedBy(requestId)).toEqual([]);
  await app.post(`/account/approval-requests/${requestId}/cancel`, undefined, shop.ownerHeaders);
  expect(await mailedBy(requestId)).toEqual([]);
});

test("who made a key is mailed about its request, and neither who switched these mails off nor a former member is", async () => {
  const maker = await newMember(app, shop.id, "admin");
  await setRule(app, shop.owner.in(shop.id), { kind: "payouts", required: true });
  const key = { name: "Till", scopes: ["read:payroll", "write:payroll"] };
  const { body } = await app.post("/api-keys", key, maker.headers);
  const requestId = await ask(26, { "x-api-key": body.key as string, "x-app-id": "payroll" });
  await app.post(`/account/approval-requests/${requestId}/reject`, { reason: "No" }, shop.adminHeaders);
  expect(await mailedBy(requestId)).toEqual([maker.person.email]);

  const wants = (enabled: boolean) =>
    app.send("PATCH", "/account/notification-preferences", maker.person.headers, {
      preferences: [{ event: "approval_result", channel: "email", enabled }],
    });
  expect((await wants(false)).status).toBe(200);
  expect(await mailedBy(requestId)).toEqual([]);
  await wants(true);
  expect(await mailedBy(requestId)).toEqual([maker.person.email]);
  await app.send("DELETE", `/account/members/${maker.person.userId}`, shop.owner.in(shop.id));
  expect(await mailedBy(requestId)).toEqual([]);
});
