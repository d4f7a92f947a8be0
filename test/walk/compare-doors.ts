import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { TestApp } from "../support/app.ts";
import { doorsOf, type Door, type Headers, type Outcome } from "./door-calls.ts";
import type { Input, Visit } from "./world.ts";

/** The form of the platform's own secrets: keys, and signing secrets of webhooks. */
export const secretText = /\bhub(?:sa)?_(?:live|test)_[0-9A-Za-z]{36}|\bwhsec_[\w+/=]{20,}/;

/** A value as every door shows it: tools mark text from outside, and have the page of a secret in its place. */
export function shownAtAll(value: unknown): unknown {
  if (typeof value === "string" && secretText.test(value)) return "SECRET";
  if (typeof value !== "object" || value === null) return value;
  if ("secretUrl" in value) return "SECRET";
  return "untrustedText" in value ? value.untrustedText : value;
}

/** Ids, times, tokens and running numbers differ from call to call; everything else must not. */
export function comparable(body: unknown): unknown {
  const text = JSON.stringify(body, (key, value: unknown) => {
    // Fields of one door only: `success` of REST's envelope, `jobId` of tools.
    if (key === "success" || key === "jobId") return undefined;
    if (key === "requestId") return "r";
    const shown = shownAtAll(value);
    if (shown !== value) return shown;
    if (["limit", "remaining", "resetAt", "requiredTier", "currentTier", "upgradeUrl"].includes(key))
      return undefined;
    // Of queues, in which the platform works meanwhile.
    if (["waiting", "delayed", "running", "oldestDueAt"].includes(key)) return "n";
    // A mail that was queued is sent meanwhile.
    if (key === "delivery" && value === "queued") return "sent";
    if (
      key === "duration" ||
      key === "balance" ||
      key === "available" ||
      key === "totalConsumed" ||
      key === "balanceAfter"
    )
      return "n";
    return value;
  });
  return JSON.parse(
    text
      .replaceAll(/\b([a-z][a-z0-9]{1,5})[_-][0-9a-hjkmnp-tv-z]{26}\b/g, "$1_ID")
      .replaceAll(/\b(hub(?:sa)?_(?:live|test))_(?:[0-9A-Za-z]{36}|\w{4}…\w{4})/g, "$1_KEY")
      .replaceAll(/\b(cs|pi|in|seti)_test_\w+/g, "$1_ID")
      .replaceAll(/\bacl_\w{24}\b/g, "acl_ID")
      .replaceAll(/\bprice_\w{24}\b/g, "price_ID")
      .replaceAll(/\bpi_\w{24}(_secret_\w+)?/g, "pi_ID")
      .replaceAll(/\b(cs_test|bps|pm)_(?!demo)\w+/g, "$1_ID")
      .replaceAll(/\bwhsec_[\w+/=]+/g, "whsec_SECRET")
      .replaceAll(/\+[1-9]\d{7,14}\b/g, "PHONE")
      .replaceAll(/\b[0-9a-f]{64}\b/g, "SHA256")
      .replaceAll(/\b[0-9a-f]{32}\b/g, "CODE")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
      .replaceAll(/(?<=DTSTAMP:)\d{8}T\d{6}Z/g, "TIME")
      .replaceAll(/\b(INV|QUO|CN|JE)-(\d{4}-)?\d{6}\b/g, "$1-NUMBER")
      .replaceAll(/\be=\d+&k=[\w-]+&s=[\w-]{43}/g, "LINK")
      .replaceAll(/-\d{8}-[0-9a-f]{8}\.png/g, "-NAME.png")
      .replaceAll(/(?<=[="])[\w-]{43}(?=[&"])/g, "RANDOM")
      .replaceAll(
        /\/(calendar-feeds|my-booking|my-tickets|pay|portal\/quotations|portal\/clients|filer-numbers)\/[\w.-]+/g,
        "/$1/TOKEN",
      ),
  ) as unknown;
}

const auditFacts = "action, target_type, app_id, outcome, code, actor_type, actor_id";
const auditQuery = ["hub", "property", "gateway"]
  .map((schema) => `SELECT request_id, ${auditFacts} FROM ${schema}.audit_log WHERE request_id = ANY ($1)`)
  .join(" UNION ALL ")
  .concat(" ORDER BY action, target_type");

/** The audit rows of each request, in the order of the ids. */
async function auditsOf(app: TestApp, requestIds: readonly string[]): Promise<unknown[][]> {
  const rows = await app.database.queryPrepared<{ request_id: string }>("audits", auditQuery, [requestIds]);
  return requestIds.map((id) =>
    rows.flatMap(({ request_id, ...facts }) => (request_id === id ? [facts] : [])),
  );
}

/** What came out at a door. */
export interface AtDoor {
  door: string;
  input: Input;
  headers: Headers;
  outcome: Outcome;
  audit: unknown[];
}

/** What to send: an input for each door, since some calls use something up, and headers. */
export interface Sent {
  /** Attempts begin at 1, doors at 0. */
  inputFor(door: number, attempt: number): Promise<Input>;
  headersFor(attempt: number): Headers;
}

/** How often a case is run when the doors differ: work in the background may fall between two of them. */
const attempts = 3;

/** Sends one case through every door of the operation, and expects the same answer, price, trace and refusal. */
export async function compareDoors(visit: Visit, sent: Sent): Promise<AtDoor[]> {
  let atDoors = await throughDoors(visit, sent, 1);
  for (let attempt = 2; attempt <= attempts && !alike(atDoors); attempt++)
    atDoors = await throughDoors(visit, sent, attempt);
  const [first, ...others] = atDoors as [AtDoor, ...AtDoor[]];
  const { name } = visit;
  for (const { door, outcome, audit } of others) {
    expect
      .soft(comparable(outcome.body), `${name}: ${door} answers as graphql does`)
      .toEqual(comparable(first.outcome.body));
    expect.soft(outcome.charged, `${name}: ${door} costs what graphql does`).toEqual(first.outcome.charged);
    expect.soft(audit, `${name}: ${door} leaves the trace that graphql does`).toEqual(first.audit);
  }
  const refusals = atDoors.filter(({ outcome: { body } }) => "code" in body);
  const statuses = new Set(refusals.map(({ outcome: { status } }) => status));
  expect.soft(statuses.size, `${name}: one status for one refusal`).toBeLessThan(2);
  return atDoors;
}

async function throughDoors(visit: Visit, sent: Sent, attempt: number): Promise<AtDoor[]> {
  const answers: Omit<AtDoor, "audit">[] = [];
  const doors: [string, Door][] = doorsOf(visit.app, visit.operation);
  for (const [index, [door, send]] of doors.entries()) {
    const input = await sent.inputFor(index, attempt);
    const headers = sent.headersFor(attempt);
    answers.push({ door, input, headers, outcome: await send(visit.operation, input, headers) });
  }
  const audits = await auditsOf(
    visit.app,
    answers.map(({ outcome }) => outcome.requestId),
  );
  return answers.map((answer, index) => ({ ...answer, audit: audits[index]! }));
}

function alike(atDoors: readonly AtDoor[]): boolean {
  const [first, ...others] = atDoors.map(({ outcome: { body, charged }, audit }) => [
    comparable(body),
    charged,
    audit,
  ]);
  return others.every((other) => isDeepStrictEqual(other, first));
}

/** The visit's own input and these headers, at every door. */
export function theSame({ input, operation }: Visit, headers: Headers): Sent {
  return {
    inputFor: () => Promise.resolve({ ...input }),
    // A tool answers a call that comes again from the one before, unless it says that it is another.
    headersFor: (attempt) =>
      attempt > 1 && operation.kind === "mutation"
        ? { ...headers, "idempotency-key": randomUUID() }
        : headers,
  };
}
