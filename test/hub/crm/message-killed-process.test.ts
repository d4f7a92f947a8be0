import { beforeAll, expect, onTestFinished, test } from "vitest";
import { buildProgram, startProcess, untilReady } from "../../platform/support/platform-process.ts";
import { sendJson, startTestSandbox } from "../../sandbox/start-test-sandbox.ts";
import { until } from "../../support/poll.ts";
import { createPlatformDatabase, createTestApp } from "../../support/app.ts";
import { postalAddress } from "./message-world.ts";

beforeAll(buildProgram);

test("a platform killed in the middle of a campaign continues it: no recipient gets two messages or none", async () => {
  const database = await createPlatformDatabase();
  onTestFinished(() => database.drop());
  const world = await startTestSandbox();
  const env = { DATABASE_URL: database.url, SMTP_URL: world.smtpUrl };
  const first = await startProcess(env);
  await untilReady(first);
  const headers = { ...(await first.as("demo-bo")), "content-type": "application/json" };
  const call = (method: string, path: string, body?: object) =>
    fetch(`${first.url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  await call("PUT", "/crm/business-profile", { businessName: "Sample", postalAddress });
  const recipients = Array.from({ length: 500 }, (_, index) => `p${index}@mail.example`);
  await sendJson("POST", `${world.url}/control/smtp`, { latencyMs: 20 });
  const started = await call("POST", "/crm/send-bulk-email", {
    recipients,
    subject: "Hi",
    htmlBody: "<p>Hi</p>",
  });
  const { campaignId } = (await started.json()) as { campaignId: string };
  const mails = async () =>
    ((await sendJson("GET", `${world.url}/mail/messages`)).body.messages as { to: string[] }[]).filter(
      ({ to }) => to[0]!.endsWith("@mail.example"),
    );
  await until("some have come", async () => (await mails()).length > 60);
  first.child.kill("SIGKILL");
  await first.ended;
  expect((await mails()).length).toBeLessThan(500);
  await sendJson("DELETE", `${world.url}/control/smtp`);
  await database.query("UPDATE hub.crm_messages SET claimed_until = now() WHERE status = 'sending'");
  // What follows needs no process of its own.
  const second = await createTestApp({ DATA_DIR: first.env["DATA_DIR"]!, SMTP_URL: world.smtpUrl }, database);
  onTestFinished(() => second.close());
  const done = async () =>
    (
      await database.query("SELECT 1 FROM hub.crm_campaigns WHERE id = $1 AND status = 'completed'", [
        campaignId,
      ])
    ).length === 1;
  await until("the rest is sent", done);
  const came = (await mails()).map(({ to }) => to[0]!);
  expect(new Set(came).size).toBe(came.length);
  const rows = await database.query<{ address: string; status: string; reason: string | null }>(
    "SELECT address, status, reason FROM hub.crm_messages WHERE campaign_id = $1",
    [campaignId],
  );
  const unknown = rows.filter(({ reason }) => reason === "outcome_unknown");
  expect(unknown.length).toBeLessThanOrEqual(16);
  const told = rows
    .filter(({ status }) => status === "sent" || status === "delivered")
    .map(({ address }) => address);
  expect(told.length + unknown.length).toBe(500);
  for (const address of told) expect(came).toContain(address);
});
