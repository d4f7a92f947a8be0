import { describe, expect, test } from "vitest";
import { addressKey } from "../../../router/limits/address-key.ts";
import { countAccount, countAddress } from "../../../router/limits/checks.ts";
import type { Use } from "../../../router/limits/limits.ts";
import { anonymous, type Principal } from "../../../src/access/principal.ts";
import { and, costs, isAuthenticated, limitedAs, type AccessFacts } from "../../../src/access/rules.ts";

const keyLimits = { requestsPerHour: 250, requestsPerDay: 1_000, requestsPerMonth: -1 };
const key: Principal = {
  ...anonymous,
  kind: "apiKey",
  id: "key_1",
  ownerId: "ann",
  plan: "professional",
  keyLimits,
};
const use = (access: Partial<AccessFacts>, more: Partial<Use> = {}): Use => ({
  access: { auth: "caller", ...access },
  appId: null,
  units: 1,
  ...more,
});
const options = { appId: null, abusePerMinute: 6_000 };

/** Each window as `counter kind limit x units`. */
function countedBy(principal: Principal, uses: Use[], appId: string | null = null): string[] {
  const { checks } = countAccount(principal, uses, { ...options, appId });
  return checks.map(({ counter, kind, limit, units }) => `${counter} ${kind} ${limit} x${units}`);
}

test("a rule names the class that its operation counts in, and money where it moves", () => {
  expect(and(isAuthenticated, limitedAs("ai-text"), costs("ai.text")).facts).toEqual({
    auth: "caller",
    limit: "ai-text",
    cost: "ai.text",
  });
  expect(limitedAs("payment-create").facts).toEqual({ limit: "payment-create", money: true });
});

describe("an account", () => {
  test("counts a request of a limit class in its tier and in the class", () => {
    expect(countedBy({ ...key, kind: "user" }, [use({ limit: "ai-image" })])).toEqual([
      "app:central minute 60 x1",
      "app:central day 10000 x1",
      "app:central month 100000 x1",
      "app:central ai-image minute 10 x1",
    ]);
  });

  test("counts unpaid apps in the app and in the free quota that all apps share", () => {
    expect(countedBy({ ...key, kind: "user" }, [use({ limit: "crm-send" })], "payroll")).toEqual([
      "app:payroll minute 10 x1",
      "app:payroll day 100 x1",
      "app:payroll month 1000 x1",
      "app:payroll crm-send minute 2 x1",
      "free minute 10 x1",
      "free day 100 x1",
      "free month 1000 x1",
      "free crm-send minute 2 x1",
    ]);
  });

  test("names its app by header, then by input, then by the operation, and is central's otherwise", () => {
    const appOf = (one: Use, header: string | null = null) =>
      countedBy({ ...key, plan: "enterprise", kind: "user" }, [one], header)[0];
    const invoicing = use({ app: "invoicer" }, { appId: "payroll" });
    expect(appOf(invoicing, "finance")).toContain("app:finance");
    expect(appOf(invoicing)).toContain("app:payroll");
    expect(appOf({ ...invoicing, appId: null })).toContain("app:invoicer");
    expect(appOf(use({}))).toContain("app:central");
  });

  test("adds up the fields of a document, each in its own class", () => {
    const uses = [use({ limit: "ai-text" }), use({ limit: "ai-text" }, { units: 3 }), use({})];
    expect(countedBy({ ...key, kind: "user" }, uses)).toEqual([
      "app:central minute 60 x5",
      "app:central day 10000 x5",
      "app:central month 100000 x5",
      "app:central ai-text minute 30 x4",
    ]);
  });
});

describe("a key", () => {
  test("a key counts for itself, in its own bucket, and for its owner", () => {
    const counting = countAccount(key, [use({ limit: "calls" })], options);
    expect(counting.subject).toBe("user:ann");
    expect(countedBy(key, [use({ limit: "calls" })])).toEqual([
      "app:central minute 60 x1",
      "app:central day 10000 x1",
      "app:central month 100000 x1",
      "app:central calls minute 10 x1",
      "key:key_1 hour 250 x1",
      "key:key_1 day 1000 x1",
      "key:key_1 month null x1",
      "key:key_1 bucket 20 x1",
    ]);
  });

  test("a key of an enterprise owner has neither the bucket nor the caps of tools", () => {
    const counted = countedBy({ ...key, plan: "enterprise" }, [
      use({ limit: "money" }),
      use({ limit: "ai-text" }),
    ]);
    expect(counted).toEqual([
      "app:central minute 6000 x2",
      "app:central day null x2",
      "app:central month null x2",
      "key:key_1 hour 250 x2",
      "key:key_1 day 1000 x2",
      "key:key_1 month null x2",
      "app:central ai-text minute 300 x1",
    ]);
  });
});

test("administrators' operations count in their class only, and other principals' attempts in their tier", () => {
  const uses = [use({ auth: "admin" })];
  expect(countedBy({ ...key, kind: "user", isAdmin: true }, uses)).toEqual(["admin minute 300 x1"]);
  expect(countedBy({ ...key, kind: "user" }, uses)[0]).toBe("app:central minute 60 x1");
});

test("requests without a credential count by address, public operations apart from incoming webhooks", () => {
  const limitsOf = (limit?: "webhook-in") =>
    countAddress("192.0.2.1", [use(limit ? { limit } : {})]).checks.map(({ name, limit: most }) => [
      name,
      most,
    ]);
  expect(limitsOf()).toEqual([["public", 60]]);
  expect(limitsOf("webhook-in")).toEqual([["webhook-in", 600]]);
});

test("an IPv6 customer is one address, and an IPv4 address in IPv6 clothes is itself", () => {
  expect(addressKey("2001:db8:1:2:3:4:5:6")).toBe(addressKey("2001:db8:1:2::1"));
  expect(addressKey("2001:db8:1:3::1")).not.toBe(addressKey("2001:db8:1:2::1"));
  expect(addressKey("::ffff:192.0.2.1")).toBe("192.0.2.1");
});
