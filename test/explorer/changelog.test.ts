import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changelogOf, unacceptedChanges } from "../../router/explorer/changelog/changelog.ts";
import { diffAccess, diffPrice } from "../../router/explorer/changelog/diff-access.ts";
import { diffReleases } from "../../router/explorer/changelog/diff-releases.ts";
import { changelogFeed } from "../../router/explorer/changelog/feed.ts";
import { readComing, readPrices, readReleases } from "../../router/explorer/changelog/release-files.ts";
import type { Change, Release } from "../../router/explorer/changelog/release.types.ts";
import { takeRelease } from "../../router/explorer/changelog/take-release.ts";
import { scanCode } from "../../router/explorer/data/code-scan.ts";
import { readDocsSource } from "../../router/explorer/data/docs-source.ts";
import type { AccessFacts } from "../../src/access/rules.ts";

type Rule = Partial<AccessFacts> | null;

describe("changes of access", () => {
  const of = (before: Rule, after: Rule) =>
    diffAccess("Query.a", before, after).map(({ level, id }) => `${level} ${id.split(" ")[0]!}`);

  test.each<[Rule, Rule, string[]]>([
    [{ auth: "user" }, { auth: "admin" }, ["breaking ACCESS_TIGHTENED:auth"]],
    [{ auth: "caller" }, { auth: "user" }, ["breaking ACCESS_TIGHTENED:auth"]],
    [{ auth: "admin" }, { auth: "user" }, ["review ACCESS_LOOSENED:auth"]],
    [{ auth: "caller" }, { auth: "public" }, ["review ACCESS_LOOSENED:auth"]],
    [{ auth: "caller" }, null, ["review ACCESS_LOOSENED:auth"]],
    [null, { auth: "caller" }, ["breaking ACCESS_TIGHTENED:auth"]],
    [{ auth: "user" }, { auth: "payer" }, ["breaking ACCESS_TIGHTENED:auth", "review ACCESS_LOOSENED:auth"]],
    [{}, { scope: "read:a" }, ["breaking ACCESS_TIGHTENED:scope"]],
    [{ scope: "read:a" }, {}, ["review ACCESS_LOOSENED:scope"]],
    [
      { scope: "read:a" },
      { scope: "read:b" },
      ["breaking ACCESS_TIGHTENED:scope", "review ACCESS_LOOSENED:scope"],
    ],
    [{}, { app: "invoicer" }, ["breaking ACCESS_TIGHTENED:app"]],
    [{ app: "invoicer" }, {}, ["review ACCESS_LOOSENED:app"]],
    [{}, { tier: "professional" }, ["breaking ACCESS_TIGHTENED:tier"]],
    [{ tier: "business" }, { tier: "professional" }, ["review ACCESS_LOOSENED:tier"]],
    [
      { tier: "integration" },
      { tier: "professional" },
      ["breaking ACCESS_TIGHTENED:tier", "review ACCESS_LOOSENED:tier"],
    ],
    [{}, { owned: true }, ["breaking ACCESS_TIGHTENED:owned"]],
    [{ owned: true }, {}, ["review ACCESS_LOOSENED:owned"]],
    [{}, { limit: "ai-text" }, ["dangerous LIMIT_CHANGED"]],
    [{ limit: "ai-text" }, { limit: "ai-image" }, ["dangerous LIMIT_CHANGED"]],
    [{ limit: "ai-image" }, { limit: "ai-text" }, ["safe LIMIT_CHANGED"]],
    [{ limit: "ai-text" }, {}, ["safe LIMIT_CHANGED"]],
    [{}, { money: true }, ["dangerous MONEY_CHANGED"]],
    [{ money: true }, {}, ["review MONEY_CHANGED"]],
    [{}, { confirm: true }, ["dangerous CONFIRMATION_CHANGED"]],
    [{ confirm: true }, {}, ["review CONFIRMATION_CHANGED"]],
  ])("from %j to %j is %j", (before, after, expected) => {
    expect(of(before, after)).toEqual(expected);
  });

  const rules = fc.record(
    {
      auth: fc.constantFrom<AccessFacts["auth"]>("public", "caller", "user", "payer", "admin", "internal"),
      scope: fc.constantFrom("read:a", "read:b"),
      tier: fc.constantFrom<NonNullable<AccessFacts["tier"]>>("starter", "business", "integration"),
      app: fc.constantFrom("invoicer", "payroll"),
      owned: fc.constant(true as const),
    },
    { requiredKeys: [] },
  );

  test("an unchanged rule is no change, and the reverse of a breaking change needs a review", () => {
    fc.assert(
      fc.property(rules, rules, (one, other) => {
        expect(diffAccess("Query.a", one, one)).toEqual([]);
        const count = (changes: { level: string }[], level: string) =>
          changes.filter((change) => change.level === level).length;
        const [there, back] = [diffAccess("Query.a", one, other), diffAccess("Query.a", other, one)];
        expect(count(there, "breaking")).toBe(count(back, "review"));
        expect(count(there, "review")).toBe(count(back, "breaking"));
      }),
    );
  });

  test("a price increase is dangerous and a decrease is safe", () => {
    const rule = { cost: "a" };
    const from = (before: number, after: number) =>
      diffPrice("Mutation.a", { rule, prices: { a: before } }, { rule, prices: { a: after } }).map(
        ({ level, message }) => `${level} ${message}`,
      );
    expect(from(1, 2)).toEqual(["dangerous credits per request: 1 → 2"]);
    expect(from(2, 1)).toEqual(["safe credits per request: 2 → 1"]);
    expect(from(1, 1)).toEqual([]);
    const priced = diffPrice("Mutation.a", { rule: {}, prices: {} }, { rule, prices: { a: 0.5 } });
    expect(priced).toMatchObject([{ level: "dangerous", message: "credits per request: 0 → 0.5" }]);
  });
});

const first: Release = {
  version: "1.0.0",
  date: "2026-01-01",
  sdl: `type Query { balance(app: ID!): Balance!, old: String }
    type Mutation { pay(input: PayInput!): Balance! }
    type Balance { amount: Int! held: Int! }
    input PayInput { amount: Int! }`,
  access: [{ rule: { auth: "admin" }, fields: ["Query.balance"] }],
  operations: {
    ReadBalance: {
      document: "query ReadBalance($app:ID!){balance(app:$app){amount}}",
      routes: ["GET /balance/{app}"],
      tool: "read_balance",
    },
    Pay: {
      document: "mutation Pay($input:PayInput!){pay(input:$input){amount}}",
      routes: ["POST /pay"],
      tool: null,
    },
  },
  prices: {},
};

describe("the changes between two releases", () => {
  const changed = (part: Partial<Release>) => diffReleases(first, { ...first, version: "1.1.0", ...part });
  const only = (changes: readonly Change[]) =>
    changes.map(({ level, area, id, operations }) => `${level} ${area} ${id} [${operations.join()}]`);

  test("a release compared with itself has no changes", async () => {
    expect(await changed({})).toEqual([]);
  });

  test("a removal lists the stored operations that use the element, or none", async () => {
    const sdl = first.sdl.replace("amount: Int! held: Int!", "held: Int!").replace(", old: String", "");
    expect(only(await changed({ sdl, operations: {} }))).toEqual([
      "breaking schema FIELD_REMOVED Balance.amount [Pay,ReadBalance]",
      "breaking schema FIELD_REMOVED Query.old []",
      "breaking doors ROUTE_REMOVED GET /balance/{} [ReadBalance]",
      "breaking doors ROUTE_REMOVED POST /pay [Pay]",
      "breaking doors TOOL_REMOVED read_balance [ReadBalance]",
    ]);
  });

  test("a new required input field lists the operations that send the input", async () => {
    const sdl = first.sdl.replace(
      "input PayInput { amount: Int! }",
      "input PayInput { amount: Int! currency: ID! }",
    );
    expect(only(await changed({ sdl }))).toEqual([
      "breaking schema INPUT_FIELD_ADDED PayInput.currency [Pay]",
    ]);
  });

  test("an added scope is breaking and a lower role needs a review", async () => {
    const access = [{ rule: { auth: "caller", scope: "read:credits" } as const, fields: ["Query.balance"] }];
    const changes = await changed({ access });
    expect(only(changes)).toEqual([
      "breaking policy ACCESS_TIGHTENED:scope Query.balance [ReadBalance]",
      "review policy ACCESS_LOOSENED:auth Query.balance [ReadBalance]",
    ]);
    expect(changes[0]!.doors).toEqual(["GET /balance/{app}", "tool read_balance"]);
  });

  test("a renamed path parameter is no change, and a new type is one change", async () => {
    const { ReadBalance, Pay } = first.operations as Record<string, Release["operations"][string]>;
    const operations = { ReadBalance: { ...ReadBalance!, routes: ["GET /balance/{appId}"] }, Pay: Pay! };
    const sdl = `${first.sdl} type Extra { a(b: Int): Int c: Int }`;
    expect(only(await changed({ operations, sdl }))).toEqual(["safe schema TYPE_ADDED Extra []"]);
  });

  test("changes have their notes for API users", async () => {
    const notes = { "TOOL_REMOVED read_balance": "Use the route." };
    const [entry] = await changelogOf([first], { ...first, version: "1.1.0", operations: {}, notes });
    expect(entry!.changes.flatMap(({ id, note }) => (note === undefined ? [] : [[id, note]]))).toEqual(
      Object.entries(notes),
    );
  });

  test("the feed lists the changes with escaped markup", async () => {
    const changes = await changed({ operations: {} });
    const feed = changelogFeed([{ version: "1<1", date: "2026-02-01", since: "1.0.0", changes }], "");
    expect(feed).toContain("<title>1&lt;1</title>");
    expect(feed).toContain("breaking: read_balance: The tool read_balance was removed.");
    expect(feed).toContain("<pubDate>Sun, 01 Feb 2026 00:00:00 GMT</pubDate>");
  });
});

describe("changes of the next release", () => {
  const breaking: Change = {
    id: "TOOL_REMOVED a",
    level: "breaking",
    area: "doors",
    subject: "a",
    message: "gone",
    operations: [],
    doors: [],
  };
  const review: Change = { ...breaking, id: "ACCESS_LOOSENED:auth Query.a", level: "review", area: "policy" };

  test("a breaking change needs a note, and wider access needs an approver", () => {
    const problemsOf = (accepted: Record<string, { note: string; approver?: string }>) =>
      unacceptedChanges([breaking, review], { version: "2", accepted });
    const note = "because";
    expect(problemsOf({})).toHaveLength(2);
    expect(problemsOf({ [breaking.id]: { note: " " }, [review.id]: { note, approver: "security" } })).toEqual(
      ["breaking: TOOL_REMOVED a: gone: add an entry with a note to schema/releases/next.json"],
    );
    expect(problemsOf({ [breaking.id]: { note }, [review.id]: { note } })).toEqual([
      "review: ACCESS_LOOSENED:auth Query.a: gone: add an approver to its entry",
    ]);
    expect(problemsOf({ [breaking.id]: { note }, [review.id]: { note, approver: "security" } })).toEqual([]);
  });

  test("an accepted entry without a matching change is rejected", () => {
    const accepted = { [breaking.id]: { note: "because" } };
    expect(unacceptedChanges([], { version: "2", accepted })).toEqual([
      "accepted: TOOL_REMOVED a is no longer a change: remove the entry",
    ]);
  });

  test("schema/releases/next.json accepts all changes of the next release", async () => {
    const source = await readDocsSource(scanCode());
    const coming = takeRelease({ ...source, version: "next" }, { date: "", prices: readPrices() });
    const [newest] = await changelogOf(readReleases().slice(-1), coming);
    expect(unacceptedChanges(newest!.changes, readComing())).toEqual([]);
    const without = { version: "next", accepted: {} };
    const grave = newest!.changes.filter(({ level }) => level === "breaking" || level === "review");
    expect(unacceptedChanges(newest!.changes, without)).toHaveLength(grave.length);
  });

  test("released schemas are read from their files unchanged", () => {
    for (const { version, sdl, operations } of readReleases()) {
      expect(sdl).toBe(readFileSync(`schema/releases/${version}.graphql`, "utf8"));
      expect(Object.keys(operations).length).toBeGreaterThan(100);
    }
  });
});
