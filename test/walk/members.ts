import { expect } from "vitest";
import type { AccountRole, AppLevel } from "../../src/access/roles.ts";
import { foundOrganization, newMember } from "../hub/accounts/organizations.ts";
import type { TestApp } from "../support/app.ts";
import { doorsOf, viaGraphql, type Headers } from "./door-calls.ts";
import { isAllowed, levels, neededLevel, refusedFor, roles, scopedApps } from "./expected-roles.ts";
import { namedAppOf } from "./refusals.ts";
import type { Visit } from "./world.ts";

/** People and keys of an organization that none of the walk's objects belongs to. */
export interface MatrixMembers {
  accountId: string;
  /** The owner of the walk's objects, acting for the organization in place of the account that has them. */
  elsewhere: Headers;
  /** A key of the organization with the scopes of `boKey`. */
  key: Headers;
  /** A former administrator of the organization. */
  removed: Headers;
  ofRole: ReadonlyMap<AccountRole, Headers>;
  /** Members who may read, with the same level in every app. */
  atLevel: ReadonlyMap<AppLevel, Headers>;
}

export async function createMatrixMembers(
  app: TestApp,
  eve: Headers,
  scopes: readonly string[],
): Promise<MatrixMembers> {
  const accountId = await foundOrganization(app, { headers: eve });
  const elsewhere = { ...eve, "x-account-id": accountId };
  const made = await app.post("/api-keys", { name: "elsewhere", scopes }, elsewhere);
  expect(made.status).toBe(201);
  const former = await newMember(app, accountId, "admin");
  expect((await app.get("/account", former.headers)).status).toBe(200);
  const { status } = await app.send("DELETE", `/account/members/${former.person.userId}`, elsewhere);
  expect(status).toBe(200);
  const ofRole = new Map<AccountRole, Headers>();
  for (const role of roles) ofRole.set(role, (await newMember(app, accountId, role)).headers);
  const atLevel = new Map<AppLevel, Headers>();
  for (const level of levels) {
    const byApp = Object.fromEntries([...scopedApps.keys()].map((appId) => [appId, level]));
    atLevel.set(level, (await newMember(app, accountId, "read_only", byApp)).headers);
  }
  const key = { "x-api-key": made.body.key as string };
  return { accountId, elsewhere, key, removed: former.headers, ofRole, atLevel };
}

/**
 * A former member finds no account, with input that is good for others: a write at every door, and a read at another door
 * for each operation.
 */
export async function hidesFromRemoved({ world, operation, name, input }: Visit): Promise<void> {
  const doors = doorsOf(world.app, operation);
  const one = doors[world.operations.indexOf(operation) % doors.length]!;
  for (const [door, send] of operation.kind === "mutation" ? doors : [one]) {
    const { status, body } = await send(operation, input, world.members.removed);
    const what = `${name}: a removed member by ${door}`;
    expect.soft([status, body["code"]], what).toEqual([404, "ACCOUNT_NOT_FOUND"]);
  }
}

/**
 * The graph refuses every role and app level that may not use an operation, with input that is good. REST and tools are
 * asked about all roles, with input that is never valid, by the tests of the roles.
 */
export async function refusesMembers({ world, operation, name, input }: Visit): Promise<void> {
  const { ofRole, atLevel } = world.members;
  const needed = neededLevel(operation);
  const below = needed === null ? [] : levels.slice(0, levels.indexOf(needed));
  const refused = [
    ...roles.flatMap((role) => (isAllowed(operation, role) ? [] : [[role, ofRole.get(role)!] as const])),
    ...below.map((level) => [`the level ${level}`, atLevel.get(level)!] as const),
  ];
  const appId = namedAppOf(operation);
  const named: Headers = appId === null ? {} : { "x-app-id": appId };
  const send = viaGraphql(world.app);
  const outcomes = await Promise.all(
    refused.map(([, headers]) => send(operation, input, { ...headers, ...named })),
  );
  refused.forEach(([who], index) => {
    const { status, body } = outcomes[index]!;
    const { reason } = (body["details"] ?? {}) as { reason?: string };
    const what = `${name} as ${who}: ${status} ${String(body["code"])} ${reason}`;
    expect.soft([status, refusedFor.includes(reason ?? "")], what).toEqual([403, true]);
  });
}
