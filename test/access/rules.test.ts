import { expect, test } from "vitest";
import { anonymous, internalPrincipal, type Principal } from "../../src/access/principal.ts";
import { ruleFromFacts } from "../../src/access/rule-from-facts.ts";
import {
  and,
  costs,
  hasScope,
  hasTier,
  isAdmin,
  isAuthenticated,
  isInternal,
  isPublic,
  isUser,
  onApp,
  ownedBy,
  type Rule,
} from "../../src/access/rules.ts";
import { toyCall } from "../federation/toy-graph.ts";

const user: Principal = { ...anonymous, kind: "user", id: "usr_1", ownerId: "usr_1", scopes: "all" };
const key: Principal = { ...user, kind: "apiKey", id: "key_1", scopes: ["read:credits"] };
const service: Principal = { ...key, kind: "serviceAccount", id: "sa_1", scopes: ["read:*"] };
const admin: Principal = { ...user, id: "usr_9", ownerId: "usr_9", isAdmin: true };
const platform = internalPrincipal("router");
const platformForOwner = internalPrincipal("gateway", "usr_2");

function codeOf(rule: Rule, principal: Principal, more: { parent?: unknown; appId?: string } = {}) {
  const ctx = { ...toyCall(principal), appId: more.appId ?? null };
  return rule.check({ ctx, parent: more.parent ?? null, args: {} })?.code ?? "ok";
}

const kinds: [string, Rule, Record<string, string>][] = [
  ["isPublic", isPublic, { anonymous: "ok", user: "ok", key: "ok", admin: "ok", platform: "ok" }],
  [
    "isCaller",
    isAuthenticated,
    { anonymous: "MISSING_TOKEN", user: "ok", key: "ok", admin: "ok", platform: "ok" },
  ],
  [
    "isUser",
    isUser,
    { anonymous: "MISSING_TOKEN", user: "ok", key: "UNAUTHORIZED", admin: "ok", platform: "ok" },
  ],
  [
    "isAdmin",
    isAdmin,
    {
      anonymous: "MISSING_TOKEN",
      user: "FORBIDDEN",
      key: "UNAUTHORIZED",
      service: "FORBIDDEN",
      admin: "ok",
      platform: "ok",
    },
  ],
  [
    "isInternal",
    isInternal,
    {
      anonymous: "NOT_FOUND",
      user: "NOT_FOUND",
      key: "NOT_FOUND",
      admin: "NOT_FOUND",
      platform: "ok",
    },
  ],
];
const principals: Record<string, Principal> = { anonymous, user, key, service, admin, platform };

test.each(kinds)("%s admits the expected principals", (_name, rule, expected) => {
  const found = Object.fromEntries(
    Object.keys(expected).map((name) => [name, codeOf(rule, principals[name]!)]),
  );
  expect(found).toEqual(expected);
});

test("a key needs exactly the scope, and a user and the platform have every scope", () => {
  expect(codeOf(hasScope("read:credits"), key)).toBe("ok");
  expect(codeOf(hasScope("write:credits"), key)).toBe("FORBIDDEN");
  expect(codeOf(hasScope("read:creditsx"), key)).toBe("FORBIDDEN");
  expect(codeOf(hasScope("write:credits"), user)).toBe("ok");
  expect(codeOf(hasScope("write:credits"), platform)).toBe("ok");
});

test("a wildcard of an action counts for service accounts alone, and for that action alone", () => {
  expect(codeOf(hasScope("read:invoices"), service)).toBe("ok");
  expect(codeOf(hasScope("write:invoices"), service)).toBe("FORBIDDEN");
  expect(codeOf(hasScope("read:invoices"), { ...key, scopes: ["read:*"] })).toBe("FORBIDDEN");
});

const tiers: [string, Partial<Principal>, string][] = [
  ["business", { plan: "professional" }, "FORBIDDEN"],
  ["business", { plan: "business" }, "ok"],
  ["business", { plan: "enterprise" }, "ok"],
  ["integration", { plan: "free", invoicerTier: "free" }, "FORBIDDEN"],
  ["integration", { plan: "free", invoicerTier: "integration" }, "ok"],
  ["integration", { plan: "free", invoicerTier: "business" }, "ok"],
  ["integration", { plan: "professional", invoicerTier: "free" }, "FORBIDDEN"],
  ["integration", { plan: "business", invoicerTier: "free" }, "ok"],
];

test.each(tiers)("the %s tier asked of %o: %s", (tier, plan, expected) => {
  expect(codeOf(hasTier(tier as "business" | "integration"), { ...user, ...plan })).toBe(expected);
});

test("a refused tier states the required tier, the current one and where to change it", () => {
  const refusal = hasTier("business").check({ ctx: toyCall(user), parent: null, args: {} });
  expect(refusal).toMatchObject({
    status: 403,
    details: {
      reason: "tier_required",
      requiredTier: "business",
      currentTier: "free",
      upgradeUrl: "http://127.0.0.1:4000/settings",
    },
  });
});

test("a call for one app may leave the app out, but not name another", () => {
  expect(codeOf(onApp("invoicer"), user)).toBe("ok");
  expect(codeOf(onApp("invoicer"), user, { appId: "invoicer" })).toBe("ok");
  expect(codeOf(onApp("invoicer"), user, { appId: "central" })).toBe("APP_MISMATCH");
});

test("another account's row does not exist, except for administrators and the platform itself", () => {
  const rule = ownedBy("ownerId");
  const parent = { ownerId: "usr_1" };
  expect(codeOf(rule, user, { parent })).toBe("ok");
  expect(codeOf(rule, key, { parent })).toBe("ok");
  expect(codeOf(rule, { ...user, ownerId: "usr_2" }, { parent })).toBe("NOT_FOUND");
  expect(codeOf(rule, admin, { parent })).toBe("ok");
  expect(codeOf(rule, platform, { parent })).toBe("ok");
  expect(codeOf(rule, platformForOwner, { parent })).toBe("NOT_FOUND");
});

test("a row without an owner belongs to no principal, the anonymous one included", () => {
  const rule = ownedBy("ownerId");
  expect(codeOf(rule, user, { parent: {} })).toBe("NOT_FOUND");
  expect(codeOf(rule, anonymous, { parent: {} })).toBe("NOT_FOUND");
  expect(codeOf(rule, anonymous, { parent: { ownerId: null } })).toBe("NOT_FOUND");
});

test("several rules are evaluated in the order written, and their facts are merged", () => {
  const rule = and(isAuthenticated, hasScope("write:invoices"), onApp("invoicer"), costs("invoice.create"));
  expect(codeOf(rule, anonymous, { appId: "central" })).toBe("MISSING_TOKEN");
  expect(codeOf(rule, key, { appId: "central" })).toBe("FORBIDDEN");
  expect(codeOf(rule, user, { appId: "central" })).toBe("APP_MISMATCH");
  expect(rule.facts).toEqual({
    auth: "caller",
    scope: "write:invoices",
    app: "invoicer",
    cost: "invoice.create",
  });
});

test("a rule made from a rule's facts refuses the same principals, and one without facts refuses all", () => {
  const rule = and(isAuthenticated, hasScope("write:invoices"), onApp("invoicer"), hasTier("business"));
  const copy = ruleFromFacts(rule.facts);
  for (const principal of [anonymous, user, key, service, admin, platform]) {
    for (const appId of ["invoicer", "central"]) {
      expect(codeOf(copy, principal, { appId })).toBe(codeOf(rule, principal, { appId }));
    }
  }
  expect(codeOf(ruleFromFacts({}), admin)).toBe("NOT_FOUND");
});
