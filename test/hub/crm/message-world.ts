import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { sendJson } from "../../sandbox/start-test-sandbox.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";

export type Headers = Record<string, string>;

/** A sender of messages. */
export interface Sender {
  ownerId: string;
  headers: Headers;
}

export const postalAddress = {
  line1: "1 Main St",
  city: "Springfield",
  region: "IL",
  postalCode: "62701",
  country: "US",
};

/** A new account of this plan that has said who it writes as. */
export async function newSender(app: TestApp, plan: string | null = "business"): Promise<Sender> {
  const ownerId = newId("usr");
  const headers = {
    authorization: `Bearer ${await app.tokenFor({ sub: ownerId, expiresInSeconds: 200_000 })}`,
  };
  const profile = { businessName: "Sample LLC", postalAddress };
  const saved = await app.send("PUT", "/crm/business-profile", headers, profile);
  if (saved.status !== 200) throw new Error(saved.text);
  if (plan !== null)
    await app.database.query(
      "INSERT INTO hub.entitlements (owner_id, app_id, tier) VALUES ($1, 'central', $2) ON CONFLICT DO NOTHING",
      [ownerId, plan],
    );
  return { ownerId, headers };
}

/** Addresses that no other test has. */
export function newAddresses(count: number, mailbox = "person"): string[] {
  const run = newId("run").slice(-10);
  return Array.from({ length: count }, (_, index) => `${mailbox}+${run}.${index}@mail.example`);
}

export function mailBody(recipients: readonly unknown[], overrides: object = {}) {
  return {
    recipients,
    subject: "Hello {{firstName|there}}",
    htmlBody: '<p>Hello {{firstName|there}}, see <a href="https://shop.example/?a=1&amp;b=2">us</a>.</p>',
    ...overrides,
  };
}

/** Sends a campaign and answers its id. */
export async function startCampaign(app: TestApp, { headers }: Sender, body: object): Promise<string> {
  const answer = await app.post("/crm/send-bulk-email", body, headers);
  if (answer.status !== 202) throw new Error(answer.text);
  return answer.body.campaignId as string;
}

export async function readCampaign(app: TestApp, { headers }: Sender, campaignId: string) {
  return (await app.get(`/crm/campaigns/${campaignId}`, headers)).body;
}

/** Waits until a campaign is so far, and answers it. Fails with what became of it instead. */
export async function campaignIs(app: TestApp, sender: Sender, campaignId: string, status: string) {
  let seen: Awaited<ReturnType<typeof readCampaign>> = null;
  const look = async () => {
    seen = await readCampaign(app, sender, campaignId);
    return seen.status === status && seen;
  };
  return until(`${campaignId} is ${status}`, look).catch((cause: unknown) => {
    const { status: last, pauseReason, progress } = seen ?? {};
    throw new Error(JSON.stringify({ wanted: status, last, pauseReason, progress }), { cause });
  });
}

export interface Mail {
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** What came to these addresses. */
export async function inboxOf(app: { sandboxUrl: string }, addresses: readonly string[]): Promise<Mail[]> {
  const { body } = await sendJson("GET", `${app.sandboxUrl}/mail/messages`);
  const wanted = new Set(addresses);
  return (body.messages as Mail[]).filter(({ to }) => to.some((address) => wanted.has(address)));
}

/** Sends reports as the mail server; returns the platform's response to each delivery. */
export async function report(app: TestApp, reports: object[], copies = 1) {
  const { status, body } = await sendJson("POST", `${app.sandboxUrl}/mail/reports`, { reports, copies });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.answers as { status: number; body: Record<string, number> }[];
}

/** Sets faults of a stand-in; none ends them. */
export async function setFaults(
  app: TestApp,
  party: "smtp" | "carrier",
  faults: object | null,
): Promise<void> {
  const { status } = await sendJson(
    faults ? "POST" : "DELETE",
    `${app.sandboxUrl}/control/${party}`,
    faults ?? undefined,
  );
  if (status !== 200) throw new Error(`control answered ${status}`);
}

/** Controls the carrier's stand-in. */
export async function atCarrier(app: TestApp, path: string, body?: object) {
  const answer = await sendJson(body ? "POST" : "GET", `${app.sandboxUrl}/carrier${path}`, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export async function quotaOf(app: TestApp, { headers }: Sender, kind: "email" | "sms" | "callMinutes") {
  const answer = await app.get("/crm/quotas", headers);
  return answer.body.quotas[kind] as { limit: number; used: number; reserved: number; remaining: number };
}

export function hubContext(app: TestApp): HubContext {
  return app.running.platform.contextIn("hub") as HubContext;
}
