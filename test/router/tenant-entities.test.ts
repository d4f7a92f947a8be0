import { parse } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { subgraphNames } from "../../platform/subgraph-addresses.ts";
import { internalPrincipal } from "../../src/access/principal.ts";
import {
  accountRoles,
  approvingApps,
  rightsOf,
  scopesOfRole,
  type AccountRole,
  type Membership,
} from "../../src/access/roles.ts";
import { newMeter, type CallContext } from "../../src/context.ts";
import { demoOrganizations } from "../../src/demo-identities.ts";
import { newId } from "../../src/ids.ts";
import { systemClock } from "../../src/time/clock.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { silentLog } from "../support/silent-log.ts";
import type { Headers } from "../walk/door-calls.ts";
import { samples } from "../walk/samples/door-samples.ts";

let app: TestApp;
let eve: Headers;
beforeAll(async () => {
  app = await createTestApp();
  eve = await app.as("eve");
});
afterAll(() => app?.close());

const memberAs = (role: AccountRole) => `a member of another organization as ${role}`;
const members = accountRoles.map(memberAs);

describe("an entity of another tenant", () => {
  /** What a person sees of themselves and of their accounts, for whichever account they act. */
  const ofPerson = [
    "email",
    "emailVerified",
    "name",
    "createdAt",
    "lastSeenAt",
    "plan",
    "isAdmin",
    "roles",
    "accounts",
  ];
  const ofAccount = ["kind", "name", "role", "rights", "appRights", "createdAt"];

  /** A reference for each type with a key: Eve's object with the fields that she sees anywhere, or a shared one. */
  const references: Record<
    string,
    () => Promise<{ key: Record<string, unknown>; isShared?: true; seen?: readonly string[] }>
  > = {
    User: async () => ({ key: { id: "demo-eve" }, seen: ofPerson }),
    Account: async () => ({ key: { id: "demo-eve" }, seen: ofAccount }),
    Invoice: async () => ({ key: { id: (await samples["GetInvoice"]!.input(app, eve))["invoiceId"] } }),
    Quotation: async () => ({ key: { id: (await samples["GetQuotation"]!.input(app, eve))["quotationId"] } }),
    App: async () => ({ key: { appId: "central" }, isShared: true }),
    Property: async () => ({ key: await samples["Property"]!.input(app, eve), isShared: true }),
  };
  const entities = parse("query ($refs: [_Any!]!) { _entities(representations: $refs) { __typename } }");

  test.each(["another person", "the owner for another account", ...members])(
    "does not exist for %s in the reference resolver of any subgraph",
    async (who) => {
      const call = callers[who]!;
      for (const subgraph of subgraphNames) {
        const { graph, execute } = app.running.platform.running(subgraph);
        const union = graph.schema.getType("_Entity") as { getTypes(): { name: string }[] } | undefined;
        for (const { name } of union?.getTypes() ?? []) {
          const reference = references[name];
          if (!reference) throw new Error(`${name} has a key: say here how it is named, for this test`);
          const { key, isShared, seen = [] } = await reference();
          const shown = who === "the owner for another account" ? seen : [];
          const refs = [{ __typename: name, ...key }];
          const result = await execute({ document: entities, variables: { refs }, call: call() });
          const [found] = (result.data?.["_entities"] ?? [null]) as unknown[];
          const what = `${name} in ${subgraph}: ${JSON.stringify(result)}`;
          if (isShared) expect.soft(found, what).toMatchObject({ __typename: name });
          else await expectNothing(subgraph, { name, key, call, seen: shown }, what);
        }
      }
    },
  );

  /** Calls of those who must not see Eve's objects. */
  const callers: Record<string, () => CallContext> = {
    "another person": () => callOf("demo-bo"),
    "the owner for another account": () => callOf(demoOrganizations[0]!.id, { id: "demo-eve" }),
    ...Object.fromEntries(
      accountRoles.map((role) => [
        memberAs(role),
        () => callOf(demoOrganizations[0]!.id, { id: "demo-bo", role }),
      ]),
    ),
  };

  const memberOf = (accountId: string, userId: string, role: AccountRole): Membership => ({
    accountId,
    userId,
    role,
    version: 1,
    rights: rightsOf(role),
    approves: approvingApps(role, {}),
    isLimited: false,
  });

  /** Null, or only its key, which the caller has sent: every other field is refused. */
  async function expectNothing(
    subgraph: (typeof subgraphNames)[number],
    {
      name,
      key,
      call,
      seen,
    }: { name: string; key: Record<string, unknown>; call: () => CallContext; seen: readonly string[] },
    what: string,
  ): Promise<void> {
    const { graph, execute } = app.running.platform.running(subgraph);
    const type = graph.schema.getType(name) as unknown as {
      getFields(): Record<string, { type: unknown; args: unknown[] }>;
    };
    // Fields of the person that need the personal account say so to the person.
    const refused = seen.length > 0 ? /NOT_FOUND$|^FORBIDDEN$/ : /NOT_FOUND$/;
    const leaves = Object.entries(type.getFields())
      .filter(([field, { args }]) => args.length === 0 && !(field in key) && !seen.includes(field))
      .filter(([, { type: fieldType }]) => !/[A-Z]\w*(Connection|Page|Type)/.test(String(fieldType)))
      .map(([field]) => field);
    for (const field of leaves) {
      const text = (selection: string) =>
        `query ($refs: [_Any!]!) { _entities(representations: $refs) { ... on ${name} { ${selection} } } }`;
      const refs = [{ __typename: name, ...key }];
      const run = async (selection: string) =>
        execute({ document: parse(text(selection)), variables: { refs }, call: call() });
      const result = await run(field).then((plain) =>
        plain.errors?.some(({ message }) => message.includes("must have a selection"))
          ? run(`${field} { __typename }`)
          : plain,
      );
      const [entity] = (result.data?.["_entities"] ?? [null]) as (Record<string, unknown> | null)[];
      const codes = (result.errors ?? []).map(({ extensions }) => extensions["code"]);
      expect.soft(entity?.[field] ?? null, `${what}, field ${field}`).toBeNull();
      for (const code of codes) expect.soft(String(code), `${what}, field ${field}`).toMatch(refused);
    }
  }

  function callOf(
    ownerId: string,
    { id = ownerId, role = "owner" }: { id?: string; role?: AccountRole } = {},
  ): CallContext {
    const membership = id === ownerId ? null : memberOf(ownerId, id, role);
    const scopes = scopesOfRole(role, {});
    const principal = {
      ...internalPrincipal("test", ownerId),
      kind: "user" as const,
      id,
      scopes,
      membership,
    };
    const base = { appId: null, idempotencyKey: null, clock: systemClock, log: silentLog, meter: newMeter() };
    return { ...base, principal, requestId: newId("req"), publicUrl: app.url };
  }
});
