import { expect } from "vitest";
import { newId } from "../../src/ids.ts";
import { until } from "../support/poll.ts";
import { settled } from "../support/processor.ts";
import { changesOf } from "../support/table-states.ts";
import { compareDoors, type AtDoor, secretText, shownAtAll } from "./compare-doors.ts";
import { atRest, expectDocumented } from "./documented.ts";
import { viaGraphql, viaRest, viaTool, type Headers, type Outcome } from "./door-calls.ts";
import { namedAppOf } from "./refusals.ts";
import type { Visit } from "./world.ts";

/** Writes whose first run ends the principal's own access, so that the key cannot be repeated. */
const endsItsCaller = new Set(["DeleteAccount"]);

/** Events that others send are known by their own id: again they are duplicates, with or without a key. */
const takesKey = ({ operation: { kind, row } }: Visit) => kind === "mutation" && !row.rest?.rawBody;

/** The operation works: the same answer, price and trace at every door, as documented, with one effect for one key. */
export async function succeeds(visit: Visit): Promise<void> {
  const { operation, name, headers, input, make, world } = visit;
  const isWrite = operation.kind === "mutation";
  const atDoors = await compareDoors(visit, {
    // A read changes nothing, so all doors may read the same.
    inputFor: (door, attempt) => (isWrite && door + attempt > 1 ? make() : Promise.resolve({ ...input })),
    headersFor: () => (takesKey(visit) ? { ...headers, "idempotency-key": newId("k") } : headers),
  });
  const { outcome, audit } = atDoors.at(-1)!;
  expect.soft(outcome.status, `${name}: ${JSON.stringify(outcome.body)}`).toBeLessThan(300);
  expect.soft(audit, `${name}: audit rows`).toHaveLength(isWrite ? (visit.sample.audits ?? 1) : 0);
  for (const { door, outcome: answer } of atDoors)
    if (door === "tool")
      expect.soft(JSON.stringify(answer.body), `${name}: no secret for agents`).not.toMatch(secretText);
  if (isWrite && operation.access.auth === "admin") await keepsBothStates(visit, outcome.requestId);
  if (isWrite) world.secrets.push(...atDoors.flatMap(({ outcome: { body } }) => secretsOf(body)));
  const rest = atRest(atDoors);
  if (rest) expectDocumented(visit, rest);
  if (takesKey(visit) && !endsItsCaller.has(name)) await replays(visit, atDoors);
}

/** Administrators' mutations that create an object, or enqueue work; all others change an object that exists. */
const createsOnly = new Set([
  "CreateApp",
  "CreateCreditPackage",
  "CreatePlan",
  "CreateServiceAccount",
  "StartSourceSync",
]);

/** The audit row of an administrator's change has the values before and after it, without anything confidential. */
async function keepsBothStates({ app, name }: Visit, requestId: string): Promise<void> {
  const sql = ["hub", "property", "gateway"]
    .map((schema) => `SELECT changes::text FROM ${schema}.audit_log WHERE request_id = $1 AND outcome = 'ok'`)
    .join(" UNION ALL ");
  const [row] = await app.database.query<{ changes: string }>(sql, [requestId]);
  const { before, after } = JSON.parse(row?.changes ?? "{}") as { before?: object; after?: object };
  const isChange = !createsOnly.has(name);
  const what = `${name}: the audit row has the values before and after: add noteChange to the use case`;
  expect.soft([before !== undefined, after !== undefined], what).toEqual([isChange, isChange]);
  const text = JSON.stringify([before, after]);
  expect.soft(text, `${name}: nothing confidential in the audit row`).not.toMatch(secretText);
  expect.soft(text, `${name}: no e-mail address in the audit row`).not.toMatch(/[^\s"@]@[^\s"@]/);
}

/** A key sent twice has one effect and one answer, whichever doors it comes by; with another input it is refused. */
async function replays(visit: Visit, atDoors: readonly AtDoor[]): Promise<void> {
  const { app, operation, name } = visit;
  const first = atDoors.find(({ door }) => door === (operation.row.rest ? "rest" : "tool")) ?? atDoors[0]!;
  expect.soft(first.outcome.headers["idempotent-replayed"], name).toBeUndefined();
  await settled(app);
  await importsDone(visit);
  const changes = await changesOf(app.database, async () => {
    for (const [door, again] of await sendAgain(visit, first)) {
      expect.soft(bare(again), `${name} by ${door}: goes through exactlyOnce`).toEqual(bare(first.outcome));
      expect.soft(again.headers["idempotent-replayed"], `${name} by ${door}`).toBe("true");
      const status = operation.row.rest?.replayStatus ?? first.outcome.status;
      if (door.startsWith("REST")) expect.soft(again.status, name).toBe(status);
    }
    const other = atDoors.find(({ input }) => JSON.stringify(input) !== JSON.stringify(first.input));
    if (!other) return;
    const send = operation.row.rest ? viaRest(app) : viaTool(app);
    const refused = await send(operation, other.input, first.headers);
    expect.soft(refused, name).toMatchObject({ status: 422, body: { code: "IDEMPOTENCY_KEY_REUSED" } });
    expect.soft(refused.headers["idempotent-replayed"], name).toBeUndefined();
  });
  expect.soft(changes, `${name}: a replay changes nothing`).toBeNull();
}

/** Sends one write with its key through every door that it has, each door's way. */
async function sendAgain(
  { app, operation, headers }: Visit,
  { input, headers: keyed }: AtDoor,
): Promise<[string, Outcome][]> {
  const key = keyed["idempotency-key"]!;
  const quoted = { ...keyed, "idempotency-key": `"${key}"` };
  const appId = namedAppOf(operation);
  const named: Headers = appId === null ? {} : { "x-app-id": appId };
  const again: [string, Outcome][] = [
    ["GraphQL, quoted", await viaGraphql(app)(operation, input, { ...quoted, ...named })],
  ];
  if (operation.row.rest) again.push(["REST, quoted", await viaRest(app)(operation, input, quoted)]);
  if (operation.row.tool) {
    const args = { ...input, idempotencyKey: key };
    again.push(["tool", await viaTool(app)(operation, args, { ...headers, ...named })]);
  }
  return again;
}

/** Waits for imports, which go on bringing rows. */
async function importsDone({ app }: Visit): Promise<void> {
  const open = "SELECT 1 FROM hub.crm_imports WHERE status IN ('queued', 'running')";
  await until("imports are done", async () => (await app.database.query(open)).length === 0);
}

/** One body for all doors: REST and tools say `success`, GraphQL does not. */
function bare({ body }: Outcome): Record<string, unknown> {
  // Fields of one door only: `success` of REST's envelope, `jobId` of tools.
  const { success: _success, jobId: _jobId, ...rest } = body;
  return JSON.parse(JSON.stringify(rest), (_key, value: unknown) => shownAtAll(value)) as Record<
    string,
    unknown
  >;
}

/** Texts of an answer that only its receiver may have: keys, secrets, and tokens of links. */
function secretsOf(body: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(body, (name, value: unknown) => {
    if (typeof value !== "string") return value;
    // Short ones are names, such as the key of a question.
    if (/^(key|secret|webhookSecret)$/.test(name) && value.length >= 16) found.push(value);
    const token =
      /\/(?:pay|portal\/quotations|portal\/clients|my-booking|my-tickets|payslip-links)\/([\w-]{16,})/.exec(
        value,
      )?.[1];
    if (token) found.push(token);
    return value;
  });
  return found;
}
