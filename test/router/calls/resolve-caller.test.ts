import { expect, test } from "vitest";
import {
  createCallerResolver,
  createIdentifier,
  type ResolveCaller,
} from "../../../router/calls/identify.ts";
import type { TokenVerifier } from "../../../src/access/token.ts";
import { DomainError } from "../../../src/errors.ts";
import { toyCall } from "../../federation/toy-graph.ts";

const caller = {
  kind: "user",
  id: "ann",
  ownerId: "ann",
  email: null,
  name: null,
  isAdmin: false,
  plan: "free",
  invoicerTier: "free",
  scopes: [],
  allScopes: true,
  appIds: [],
  allApps: true,
  livemode: true,
  isIpAllowed: true,
  isAppKnown: true,
  isAccountKnown: true,
  isAccountSuspended: false,
  membership: null,
  hasKeyAccess: true,
};

const tokens = { verify: async () => ({ sub: "ann" }) } as unknown as TokenVerifier;

/** Identifies the holder of a token with these two ways to the hub, and counts the documents that run there. */
async function identify(resolveHere: ResolveCaller) {
  let documents = 0;
  const hub = () => {
    documents += 1;
    return { data: { caller: { ...caller, name: "from the graph" } } };
  };
  const request = { headers: { authorization: "Bearer t.o.k" }, query: {}, ip: "127.0.0.1", call: toyCall() };
  const result = await createIdentifier(
    tokens,
    createCallerResolver(hub, resolveHere),
  )(request).catch((error: Error) => error);
  return { result, documents };
}

test("where the hub is in this process, no document runs for a credential", async () => {
  const inputs: unknown[] = [];
  const { result, documents } = await identify(async (input, { principal }) => {
    inputs.push(input, principal.kind);
    return { ...caller, name: "from here" } as never;
  });
  expect(result).toMatchObject({ id: "ann", name: "from here", scopes: "all", appIds: "all" });
  expect(inputs).toEqual([{ claims: { sub: "ann" } }, "internal"]);
  expect(documents).toBe(0);
});

test("a refusal is final", async () => {
  const refusal = new DomainError("UNAUTHORIZED", "no");
  const { result, documents } = await identify(() => Promise.reject(refusal));
  expect(result).toBe(refusal);
  expect(documents).toBe(0);
});

test("after any other failure the graph tries again", async () => {
  const { result, documents } = await identify(() => Promise.reject(new Error("connection lost")));
  expect(result).toMatchObject({ name: "from the graph" });
  expect(documents).toBe(1);
});

test("an account that the hub does not know is refused, and one that it knows gives the rights of its member", async () => {
  const unknown = await identify(async () => ({ ...caller, isAccountKnown: false }) as never);
  expect(unknown.result).toMatchObject({ code: "ACCOUNT_NOT_FOUND", status: 404 });
  const role = { role: "admin", version: 7, rights: ["administer"] };
  const membership = {
    ...role,
    accountId: "org_a",
    userId: "ann",
    approves: [],
    approvesAll: true,
    isLimited: false,
  };
  const known = await identify(async () => ({ ...caller, ownerId: "org_a", membership }) as never);
  expect(known.result).toMatchObject({
    id: "ann",
    ownerId: "org_a",
    membership: { version: 7, approves: "all" },
  });
});
