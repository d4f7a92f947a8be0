import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";

let app: TestApp;
let ada: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.as("ada");
});
afterAll(() => app?.close());

interface Dead {
  queue?: string;
  payload?: object;
  output?: object;
  singletonKey?: string;
}

async function deadLetter({
  queue = "purge-bot-tokens",
  payload = {},
  output = {},
  singletonKey,
}: Dead = {}) {
  const id = randomUUID();
  await app.database.query(
    `INSERT INTO jobs.job (id, name, data, state, retry_limit, retry_count, completed_on, output, singleton_key, policy)
     SELECT $1, name, $3::jsonb, 'failed', 5, 5, now(), $4::jsonb, $5, policy FROM jobs.queue WHERE name = $2`,
    [id, queue, JSON.stringify(payload), JSON.stringify(output), singletonKey ?? id],
  );
  return id;
}

const stateOf = async (id: string) =>
  (await app.database.query<{ state: string }>("SELECT state::text FROM jobs.job WHERE id = $1", [id]))[0]
    ?.state;
const queueNamed = async (name: string) =>
  ((await app.get("/admin/job-queues", ada)).body.queues as { queue: string }[]).find(
    ({ queue }) => queue === name,
  );
const auditOf = async (id: string) =>
  (
    await app.database.query<{ action: string; changes: { before?: object } }>(
      "SELECT action, changes FROM hub.audit_log WHERE target_id = $1 AND outcome = 'ok'",
      [id],
    )
  )[0];

test("internal queues of the job queue are not listed", async () => {
  const internal = await app.database.query("SELECT 1 FROM jobs.queue WHERE name LIKE '\\_\\_pgboss%'");
  expect(internal).not.toEqual([]);
  const { queues } = (await app.get("/admin/job-queues", ada)).body as { queues: { queue: string }[] };
  expect(queues.length).toBeGreaterThan(20);
  expect(queues.filter(({ queue }) => queue.startsWith("__"))).toEqual([]);
});

test("a dead letter shows its error and never its payload", async () => {
  const secret = "person@private.example";
  const output = { name: "error", code: "23505", message: `duplicate key (${secret})`, stack: secret };
  const jobId = await deadLetter({ payload: { secret }, output });
  const ours = { name: "DomainError", code: "UPSTREAM_FAILED", message: "Prices are unavailable." };
  const other = await deadLetter({ output: ours });
  const shown = await app.get(`/admin/dead-letters/${jobId}`, ada);
  expect(shown.body.deadLetter).toMatchObject({
    jobId,
    queue: "purge-bot-tokens",
    attempts: 6,
    errorName: "error",
    errorCode: "23505",
    errorMessage: null,
  });
  const listed = await app.get("/admin/dead-letters?queue=purge-bot-tokens", ada);
  expect(listed.body.deadLetters.map((one: { jobId: string }) => one.jobId)).toEqual([other, jobId]);
  expect(listed.body.deadLetters[0].errorMessage).toBe("Prices are unavailable.");
  expect(listed.body.total).toBe(2);
  expect([shown.text, listed.text].join()).not.toContain(secret);
  const paged = await app.get("/admin/dead-letters?queue=purge-bot-tokens&limit=1", ada);
  const rest = await app.get(
    `/admin/dead-letters?queue=purge-bot-tokens&limit=1&after=${paged.body.nextCursor}`,
    ada,
  );
  expect([paged.body.deadLetters[0].jobId, rest.body.deadLetters[0].jobId]).toEqual([other, jobId]);
  expect((await app.get("/admin/dead-letters?queue=nothing", ada)).status).toBe(404);
});

test("a retried dead letter runs once more, and the audit trail has its error", async () => {
  const jobId = await deadLetter({ output: { name: "Error", code: "ECONNRESET" } });
  const { status, body } = await app.post(`/admin/dead-letters/${jobId}/retry`, {}, ada);
  expect([status, body]).toEqual([
    200,
    { success: true, jobId, queue: "purge-bot-tokens", status: "retrying" },
  ]);
  await until("the job has run", async () => (await stateOf(jobId)) === "completed");
  expect((await app.post(`/admin/dead-letters/${jobId}/retry`, {}, ada)).status).toBe(404);
  expect(await auditOf(jobId)).toMatchObject({
    action: "retryDeadLetter",
    changes: { before: { queue: "purge-bot-tokens", errorCode: "ECONNRESET", attempts: 6 } },
  });
});

test("a discarded dead letter no longer exists, and never runs", async () => {
  const jobId = await deadLetter();
  const { body } = await app.send("DELETE", `/admin/dead-letters/${jobId}`, ada);
  expect(body).toMatchObject({ jobId, status: "discarded" });
  expect(await stateOf(jobId)).toBeUndefined();
  expect((await app.get(`/admin/dead-letters/${jobId}`, ada)).status).toBe(404);
  expect(await auditOf(jobId)).toMatchObject({ action: "discardDeadLetter" });
});

test("the dead letters of a queue are retried up to the limit, and counted", async () => {
  const queue = "purge-webhooks";
  for (let count = 0; count < 3; count++) await deadLetter({ queue });
  expect(await queueNamed(queue)).toMatchObject({ dead: 3, lastFailedAt: expect.any(String) });
  const first = await app.post(`/admin/job-queues/${queue}/retry-dead-letters`, { limit: 2 }, ada);
  expect(first.body).toEqual({ success: true, queue, retried: 2, skipped: 0, remaining: 1 });
  await until(
    "two have run",
    async () => ((await queueNamed(queue)) as { retrying?: number } | undefined)?.retrying === 0,
  );
  expect(await queueNamed(queue)).toMatchObject({ dead: 1 });
  expect((await app.post("/admin/job-queues/nothing/retry-dead-letters", {}, ada)).status).toBe(404);
});

test("the hub's role can call these functions, and still not read jobs", async () => {
  const rights = await app.database.query<{ role: string; may: boolean }>(
    `SELECT r AS role, has_function_privilege(r, 'jobs.queue_states()', 'EXECUTE') AS may
     FROM unnest(ARRAY['hub_app', 'gateway_app', 'property_app']) r`,
  );
  expect(rights).toEqual([
    { role: "hub_app", may: true },
    { role: "gateway_app", may: false },
    { role: "property_app", may: false },
  ]);
  const [row] = await app.database.query<{ may: boolean }>(
    "SELECT has_column_privilege('hub_app', 'jobs.job', 'data', 'SELECT') AS may",
  );
  expect(row!.may).toBe(false);
});

test("only administrators see jobs", async () => {
  const eve = await app.as("eve");
  for (const path of ["/admin/job-queues", "/admin/dead-letters"])
    expect((await app.get(path, eve)).status).toBe(403);
  expect((await app.get("/admin/job-queues")).status).toBe(401);
});
