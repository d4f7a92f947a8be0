import { expect } from "vitest";
import type { StoredOperation } from "../../router/operations/registry.ts";
import { newId } from "../../src/ids.ts";
import { compareDoors, theSame, type AtDoor } from "./compare-doors.ts";
import { doorsOf, viaGraphql, viaRest, viaTool } from "./door-calls.ts";
import { personal } from "./expected-roles.ts";
import { samples } from "./samples/door-samples.ts";
import { startVisit, type Input, type Visit, type World } from "./world.ts";
import { withoutRequestId } from "../support/without-request-id.ts";

/** Ids of what belongs to everybody, and those that the caller makes up. */
const sharedIds = new Set([
  "appId",
  "appIds",
  "propertyId",
  "propertyIds",
  "planId",
  "packageId",
  "priceId",
  "newPriceId",
  "referenceId",
  "institutionId",
  "taxId",
  "voiceId",
  "remoteFileId",
  "remoteCompanyId",
  "remoteAccountId",
  "calendarId",
]);
const sharedThings = new Set(["Property"]);

const idsOf = ({ inputSchema }: StoredOperation) =>
  Object.keys(inputSchema["properties"] ?? {}).filter(
    (name) => /^id$|Ids?$/.test(name) && !sharedIds.has(name),
  );

const isOfAccounts = ({ access }: StoredOperation) => !["public", "admin"].includes(access.auth!);

/** Whether an operation of accounts takes the id of something that belongs to one. */
const takesId = (operation: StoredOperation) =>
  isOfAccounts(operation) && !sharedThings.has(operation.row.name) && idsOf(operation).length > 0;

/** A list narrowed by an id is empty for one that is not there, and so for another tenant's. */
const isFilter = (operation: StoredOperation) =>
  operation.kind === "query" &&
  !idsOf(operation).some((name) => operation.row.rest?.path.includes(`{${name}}`));

/** A list that another tenant gets, be it empty, and pays for. */
export const isPaidList = ({ operation, sample }: Visit) =>
  takesId(operation) && !sample.foreign && operation.access.cost !== undefined;

/** Whether an operation's input names something that another tenant must not find. */
export const namesOwnThings = ({ operation, sample }: Visit) =>
  takesId(operation) || sample.foreign !== undefined;

/** Ids of Eve's for a list that is narrowed by them, as other operations take them under the same name. */
export async function filtersOf({ world, operation, input }: Visit): Promise<Input> {
  const filters: Input = {};
  const names = takesId(operation) && isFilter(operation) ? idsOf(operation) : [];
  for (const name of names) {
    if (name in input) continue;
    const other = world.operations.find((one) => takesId(one) && !isFilter(one) && idsOf(one).includes(name));
    if (!other)
      throw new Error(`${operation.row.name} is narrowed by ${name}, which no other operation takes`);
    const made = world.ids.get(other.row.name) ?? (await startVisit(world, other.row.name)).input;
    filters[name] = made[name];
  }
  return filters;
}

function withMissingIds(operation: StoredOperation, input: Input): Input {
  const ids = idsOf(operation).filter((name) => typeof input[name] === "string");
  return {
    ...input,
    ...Object.fromEntries(ids.map((name) => [name, newId(String(input[name]).split("_")[0]!)])),
  };
}

/** Another tenant's id is at every door, word for word, as a missing one. `filters` narrow a list besides. */
export async function hidesFromOthers(visit: Visit, filters: Input): Promise<void> {
  const { app, operation, name, sample, world } = visit;
  if (!isFilter(operation))
    expect
      .soft(sample.foreign, `${name}: give its sample \`foreign\`, the code for another tenant's id`)
      .toBeDefined();
  const input = { ...visit.input, ...filters };
  const due = sample.foreign ? { status: 404, body: { code: sample.foreign } } : { status: 200 };
  const missing = withMissingIds(operation, input);
  const given = { ...visit, input };
  const asked = await compareDoors(given, theSame(given, world.bo));
  for (const { door, outcome } of asked) {
    const what = `${name} by ${door}`;
    expect.soft(outcome, what).toMatchObject(due);
    const send = doorsOf(app, operation).find(([one]) => one === door)![1];
    const { status, body } = await send(operation, missing, world.bo);
    const shown = [outcome.status, withoutRequestId(outcome.body)];
    expect.soft(shown, what).toEqual([status, withoutRequestId(body)]);
  }
  await hidesFromOwnerElsewhere(given, asked);
  // Keys hold no scopes of keys, so to those operations only the person is let in.
  if (operation.access.auth !== "caller" || operation.access.scope?.endsWith(":api-keys")) return;
  const { door, outcome } = asked.at(-1)!;
  const send = doorsOf(app, operation).at(-1)![1];
  for (const [who, key] of [
    ["a key of another person", world.boKey],
    ["a key of another account of the owner", world.members.key],
  ] as const) {
    const { status, body } = await send(operation, input, key);
    const what = `${name} by ${door} with ${who}`;
    expect
      .soft([status, withoutRequestId(body)], what)
      .toEqual([outcome.status, withoutRequestId(outcome.body)]);
  }
}

/** Who owns an object does not find it while acting for another account of theirs: the account counts, not the person. */
async function hidesFromOwnerElsewhere(
  { app, operation, name, input, world }: Visit,
  asked: readonly AtDoor[],
): Promise<void> {
  const { door, outcome } = asked[world.operations.indexOf(operation) % asked.length]!;
  const send = doorsOf(app, operation).find(([one]) => one === door)![1];
  const { status, body } = await send(operation, input, world.members.elsewhere);
  const what = `${name} by ${door} for another account of the owner`;
  if (personal.includes(name)) return expect.soft([status, body["code"]], what).toEqual([403, "FORBIDDEN"]);
  expect
    .soft([status, withoutRequestId(body)], what)
    .toEqual([outcome.status, withoutRequestId(outcome.body)]);
}

/** Ids of Eve's are in no list and no answer that another tenant, or she for another account, can get without naming one. */
export async function keepsIdsFromLists(world: World): Promise<void> {
  const ids = new Set<string>();
  for (const operation of world.operations.filter(takesId))
    for (const name of idsOf(operation)) {
      const id = world.ids.get(operation.row.name)?.[name];
      if (id !== undefined) ids.add(String(id));
    }
  expect(ids.size).toBeGreaterThan(5);
  const reads = world.operations.filter(
    (operation) => operation.kind === "query" && isOfAccounts(operation) && !takesId(operation),
  );
  for (const operation of reads) {
    const { limit: _limit, ...wide } = await samples[operation.row.name]!.input(world.app, world.bo);
    const { rest, tool } = operation.row;
    const send = (rest ? viaRest : tool ? viaTool : viaGraphql)(world.app);
    for (const [who, headers, hidden] of [
      ["another person", world.bo, [...ids]],
      // A person sees the accounts they can act for, whichever they act for.
      [
        "another account of the owner",
        world.members.elsewhere,
        [...ids].filter((id) => !id.startsWith("org_")),
      ],
    ] as const) {
      const text = JSON.stringify((await send(operation, wide, headers)).body);
      const seen = hidden.filter((id) => text.includes(id));
      expect.soft(seen, `${operation.row.name} for ${who}`).toEqual([]);
    }
  }
}

/** Where a payment shows. */
const paidIn = new Set([
  ...["credit_accounts", "credit_entries", "credit_lots", "credit_postings"].map((name) => `hub.${name}`),
  "hub.outbox_events",
]);

/** Credit entries of all accounts other than those that make the requests. */
export const entriesOfOthers = ({ app, members }: World) =>
  app.database.query(
    "SELECT owner_id, count(*)::int AS n FROM hub.credit_entries WHERE owner_id <> ALL ($1) GROUP BY 1 ORDER BY 1",
    [["demo-bo", members.accountId]],
  );

/** Tables that changed without being where a payment shows. */
export const changedUnpaid = (changes: { after: Record<string, string> } | null): string[] =>
  Object.keys(changes?.after ?? {}).filter((table) => !paidIn.has(table));
