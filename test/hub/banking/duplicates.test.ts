import { expect, test } from "vitest";
import {
  accountCaps,
  bankTierOf,
  exceedsCap,
  tierFor,
} from "../../../subgraphs/hub/banking/connections/account-cap.ts";
import { bankMinor, shownAmount } from "../../../subgraphs/hub/banking/connections/bank-money.ts";
import {
  matchDuplicate,
  type IncomingAccount,
  type KnownAccount,
} from "../../../subgraphs/hub/banking/transactions/duplicates.ts";

const account = (more: Partial<IncomingAccount> = {}): IncomingAccount => ({
  name: "Checking",
  mask: "0001",
  subtype: "checking",
  persistentId: null,
  ...more,
});
const known = (
  accountId: string,
  connectionId: string,
  more: Partial<IncomingAccount> = {},
): KnownAccount => ({
  ...account(more),
  accountId,
  connectionId,
});

const cases: [string, Partial<IncomingAccount>, Partial<IncomingAccount>, boolean][] = [
  ["mask, subtype and name are equal", {}, {}, true],
  ["the name differs in capitals alone", { name: "CHECKING " }, {}, true],
  ["the name differs", { name: "Savings" }, {}, false],
  ["the mask differs", { mask: "0002" }, {}, false],
  ["the subtype differs", { subtype: "savings" }, {}, false],
  [
    "the lasting ids are equal and nothing else",
    { persistentId: "p", name: "x", mask: "9" },
    { persistentId: "p" },
    true,
  ],
  ["the lasting ids differ and all else is equal", { persistentId: "p" }, { persistentId: "q" }, false],
  ["only one has a lasting id", { persistentId: "p" }, {}, true],
];

test.each(cases)("accounts of which %s", (_name, incoming, stored, isSame) => {
  const match = matchDuplicate([account(incoming)], [known("a", "c", stored)]);
  expect(match.connectionId).toBe(isSame ? "c" : null);
  expect(match.fresh).toHaveLength(isSame ? 0 : 1);
});

test("the connection with the most matching accounts is chosen, and an account matches once", () => {
  const stored = [known("a", "c1"), known("b", "c2"), known("c", "c2", { mask: "0002" })];
  const match = matchDuplicate([account(), account({ mask: "0002" }), account()], stored);
  expect(match).toMatchObject({ connectionId: "c2", fresh: [account()] });
  expect(match.matched.map(({ accountId }) => accountId)).toEqual(["b", "c"]);
});

test("account caps are those of the larger plan, and enterprise has none", () => {
  expect(accountCaps).toEqual({ free: 1, starter: 3, professional: 10, business: 25, enterprise: -1 });
  expect(bankTierOf({ plan: "free", tiers: { finance: "business" } }, "finance")).toBe("business");
  expect(bankTierOf({ plan: "professional", tiers: { finance: "starter" } }, "finance")).toBe("professional");
  expect(bankTierOf({ plan: "free", tiers: { invoicer: "integration" } }, "invoicer")).toBe("free");
  expect([exceedsCap("free", 1), exceedsCap("free", 2), exceedsCap("enterprise", 10_000)]).toEqual([
    false,
    true,
    false,
  ]);
  expect([1, 2, 4, 11, 26].map(tierFor)).toEqual([
    "free",
    "starter",
    "professional",
    "business",
    "enterprise",
  ]);
});

test.each([
  [12.34, "USD", 1234],
  [-0.005, "USD", -1],
  [1.005, "USD", 101],
  [89.4, "USD", 8940],
  [500.5, "JPY", 501],
  [1.2345, "KWD", 1235],
  [0.00000001, "BTC", 0],
])("a bank's %d %s is %d minor units", (amount, currency, minor) => {
  expect(bankMinor(amount, currency)).toBe(minor);
});

test("a shown amount is the nearest number of major units, and null stays null", () => {
  expect([shownAmount(1234, "USD"), shownAmount(501, "JPY"), shownAmount(null, "USD")]).toEqual([
    12.34,
    501,
    null,
  ]);
});
