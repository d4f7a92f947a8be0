import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  exportCollection,
  importCollection,
  NotCollection,
} from "../../router/explorer/web/console/workspace/collection-file.ts";
import {
  addRun,
  readRuns,
  searchRuns,
  storeRuns,
  type HistoryEntry,
} from "../../router/explorer/web/console/workspace/history.ts";
import {
  isShareFragment,
  maxFragment,
  NotShareable,
  readFragment,
  shareFragment,
} from "../../router/explorer/web/console/workspace/share-link.ts";
import {
  plainHeadersOf,
  withoutSecrets,
} from "../../router/explorer/web/console/workspace/without-secrets.ts";
import {
  activeTab,
  changeTab,
  closeTab,
  firstWorkspace,
  maxStored,
  maxTabs,
  maxText,
  openTab,
  readWorkspace,
  selectTab,
  storeWorkspace,
  titleOf,
} from "../../router/explorer/web/console/workspace/workspace.ts";

const token = `eyJhbGciOiJFUzI1NiJ9.${"a1".repeat(40)}.${"b2".repeat(30)}`;
const key = `hub_live_${"k3".repeat(16)}`;

describe("secrets", () => {
  test.each([
    [`{"password": "hunter22", "name": "Ann"}`, `{"password": "", "name": "Ann"}`],
    [`{"webhookSecret":"abc","taxId":"12-3456789"}`, `{"webhookSecret":"","taxId":""}`],
    [
      `mutation { signIn(email: "a@b.example", password: "x\\"y") { id } }`,
      `mutation { signIn(email: "a@b.example", password: "") { id } }`,
    ],
    [`{"note": "use ${key} today"}`, `{"note": "use  today"}`],
    [`# ${token}`, "# "],
    [`{"h": "Bearer abcdefgh12345678"}`, `{"h": ""}`],
    [`{"appId": "central", "first": 3}`, `{"appId": "central", "first": 3}`],
    [`query { me { id } }`, `query { me { id } }`],
  ])("%s is kept as %s", (text, kept) => {
    expect(withoutSecrets(text)).toBe(kept);
  });

  test("only plain headers are kept, whatever the others are called", () => {
    const headers = {
      "X-App-Id": "central",
      authorization: `Bearer ${token}`,
      "x-mine": key,
      prefer: "a",
      a: 1,
    };
    expect(JSON.parse(plainHeadersOf(JSON.stringify(headers)))).toEqual({
      "X-App-Id": "central",
      prefer: "a",
    });
    for (const text of ["", "{", "[]", "null", `{"x-api-key":"${key}"}`])
      expect(plainHeadersOf(text)).toBe("");
    expect(plainHeadersOf(`{"x-app-id":"${key}"}`)).not.toContain("hub_live");
  });

  test("a hostile text takes no longer than a plain one of its length", () => {
    const started = process.cpuUsage().user;
    for (const part of [`"a":`, `"password":"`, `password : `, "ey.", "hub_", `"\\`, "Bearer "])
      withoutSecrets(part.repeat(Math.ceil(2 ** 18 / part.length)));
    expect(process.cpuUsage().user - started).toBeLessThan(3_000_000);
  });
});

describe("the documents of the console", () => {
  test("tabs are opened, selected, changed and closed, and one is always open", () => {
    let space = openTab(firstWorkspace(), { document: "query A { me { id } }" });
    expect(space.tabs.map(titleOf)).toEqual(["Dashboard", "A"]);
    expect(activeTab(space).id).toBe("2");
    space = changeTab(space, "2", { variables: `{"a":1}` });
    expect(activeTab(space).variables).toBe(`{"a":1}`);
    expect(selectTab(space, "1").active).toBe("1");
    expect(selectTab(space, "9").active).toBe("2");
    space = closeTab(space, "2");
    expect(space).toMatchObject({ active: "1", tabs: [{ id: "1" }] });
    space = closeTab(space, "1");
    expect(space.tabs).toHaveLength(1);
    expect(activeTab(space).document).toBe("");
  });

  test("a document that is open already is selected, and the oldest gives way beyond the limit", () => {
    let space = firstWorkspace();
    for (let turn = 0; turn < maxTabs + 5; turn++)
      space = openTab(space, { document: `query Q${turn} { a }` });
    expect(space.tabs).toHaveLength(maxTabs);
    expect(titleOf(space.tabs[0]!)).toBe("Q5");
    const again = openTab(space, { document: "query Q7 { a }" });
    expect(again.tabs).toHaveLength(maxTabs);
    expect(titleOf(activeTab(again))).toBe("Q7");
  });

  test.each([
    ["query Mine { a }", null, "Mine"],
    ["# query Other\n{ me { id } }", null, "me"],
    ["mutation { order(id: 1) { id } }", null, "order"],
    ["", "CreateInvoice", "CreateInvoice"],
    ["# nothing", null, "New document"],
  ])("a tab with %j is called %s", (document, source, title) => {
    expect(titleOf({ document, source })).toBe(title);
  });

  test("a reload gives the same workspace back, without credentials and secrets", () => {
    let space = openTab(firstWorkspace(), {
      document: `mutation M { signIn(password: "hunter22") { id } }`,
      variables: `{"token":"${token}","first":3}`,
      headers: `{"authorization":"Bearer ${token}","x-app-id":"payroll"}`,
      source: "SignIn",
    });
    space = { ...space, sizes: { docs: 30, editor: 60 }, isDocsOpen: true };
    const stored = storeWorkspace(space);
    for (const secret of [token, "hunter22", "authorization"]) expect(stored).not.toContain(secret);
    const back = readWorkspace(stored);
    expect(back).toMatchObject({ active: "2", sizes: { docs: 30, editor: 60 }, isDocsOpen: true });
    expect(activeTab(back)).toMatchObject({ source: "SignIn", variables: `{"token":"","first":3}` });
    expect(JSON.parse(activeTab(back).headers)).toEqual({ "x-app-id": "payroll" });
    expect(back.tabs[0]).toEqual(space.tabs[0]);
  });

  test("what is stored is bounded, and the open document stays", () => {
    let space = firstWorkspace();
    for (let turn = 0; turn < maxTabs; turn++)
      space = openTab(space, { document: `query Q${turn} { a } #${"x".repeat(maxText)}` });
    const stored = storeWorkspace(space);
    expect(stored.length).toBeLessThanOrEqual(maxStored);
    const back = readWorkspace(stored);
    expect(titleOf(activeTab(back))).toBe(`Q${maxTabs - 1}`);
    expect(back.tabs.length).toBeGreaterThan(3);
  });

  test("whatever stands in the storage, the console has a valid workspace", () => {
    for (const text of [null, "", "{", "null", "[]", `{"version":2}`, `{"version":1,"tabs":[{"id":"x"}]}`])
      expect(readWorkspace(text)).toEqual(firstWorkspace());
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (tabs, sizes) => {
        const {
          tabs: read,
          active,
          sizes: widths,
        } = readWorkspace(JSON.stringify({ version: 1, tabs, sizes, active: "1" }));
        expect(read.some(({ id }) => id === active)).toBe(true);
        expect(Number.isFinite(widths.docs) && Number.isFinite(widths.editor)).toBe(true);
      }),
      { seed: 7, numRuns: 300 },
    );
    const odd = JSON.stringify({
      version: 1,
      tabs: [
        { id: "3", document: "{ a }", variables: "", headers: "", operationName: "a b", source: 5 },
        null,
      ],
      sizes: { docs: 1e9, editor: -4 },
    });
    expect(readWorkspace(odd)).toMatchObject({
      active: "3",
      tabs: [{ operationName: null, source: null }],
      sizes: { docs: 80, editor: 15 },
    });
  });
});

describe("a shared link", () => {
  const shared = {
    document: "query A { me { id } }",
    variables: `{"first":3}`,
    headers: "",
    operationName: "A",
  };

  test("a link gives the same document back, and is short", async () => {
    const fragment = await shareFragment({ ...shared, headers: `{"x-app-id":"central"}` });
    expect(isShareFragment(fragment)).toBe(true);
    expect(fragment).toMatch(/^#share=1\.[\w-]+$/);
    const back = await readFragment(fragment);
    expect(back).toMatchObject({
      document: shared.document,
      variables: shared.variables,
      operationName: "A",
    });
    expect(JSON.parse(back.headers)).toEqual({ "x-app-id": "central" });
    const long = { ...shared, document: `{ ${"me { id } ".repeat(2_000)} }` };
    expect((await shareFragment(long)).length).toBeLessThan(1_000);
    expect((await readFragment(await shareFragment(long))).document).toBe(long.document);
  });

  test("a link has no credentials and secrets", async () => {
    const fragment = await shareFragment({
      document: `mutation { a(token: "${token}") { b } }`,
      variables: `{"password":"hunter22","key":"${key}"}`,
      headers: `{"authorization":"Bearer ${token}"}`,
      operationName: null,
    });
    const read = JSON.stringify(await readFragment(fragment));
    for (const secret of [token, key, "hunter22", "authorization"]) expect(read).not.toContain(secret);
  });

  test("a document that does not fit into a URL is not shared", async () => {
    const document = `{ a(b: "${fc.sample(fc.string({ minLength: 60_000, maxLength: 60_000 }), { numRuns: 1, seed: 7 })[0]!.replaceAll(/["\\]/g, "")}") }`;
    await expect(shareFragment({ ...shared, document })).rejects.toThrow(NotShareable);
  });

  test("a damaged link, one of another version and one that unpacks to megabytes are refused", async () => {
    const good = await shareFragment(shared);
    const bomb = await packed(JSON.stringify({ d: "x".repeat(8_000_000), v: "", h: "", o: null }));
    expect(bomb.length).toBeLessThan(maxFragment);
    const other = await packed(JSON.stringify({ d: 5, v: "", h: "", o: null }));
    for (const hash of [
      "#share=2.abc",
      good.slice(0, -6),
      `${good}%`,
      "#share=1.",
      bomb,
      other,
      await packed("null"),
      `#share=1.${"A".repeat(maxFragment)}`,
    ])
      await expect(readFragment(hash), hash.slice(0, 40)).rejects.toThrow(NotShareable);
    expect(isShareFragment("#Invoice")).toBe(false);
  });

  test("headers of a link are filtered by the reader too", async () => {
    const hash = await packed(
      JSON.stringify({ d: "{ a }", v: "", h: `{"authorization":"Bearer x","x-app-id":"central"}`, o: "a b" }),
    );
    const read = await readFragment(hash);
    expect(JSON.parse(read.headers)).toEqual({ "x-app-id": "central" });
    expect(read.operationName).toBeNull();
  });

  async function packed(text: string): Promise<string> {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return `#share=1.${Buffer.from(bytes).toString("base64url")}`;
  }
});

describe("the history", () => {
  const run = (part: Partial<HistoryEntry> = {}): Omit<HistoryEntry, "id"> => ({
    title: "query A",
    at: "2026-01-15T09:30:00.000Z",
    as: "Pia, professional",
    status: 200,
    document: "query A { invoices { number } }",
    variables: "",
    ...part,
  });

  test("a repeat replaces its entry, and the history is bounded", () => {
    let runs: readonly HistoryEntry[] = [];
    for (let turn = 0; turn < 130; turn++) runs = addRun(runs, run({ document: `query Q${turn} { a }` }));
    expect(runs).toHaveLength(100);
    runs = addRun(runs, run({ document: "query Q129 { a }", status: 403 }));
    expect(runs).toHaveLength(100);
    expect(runs[0]).toMatchObject({ status: 403 });
    expect(new Set(runs.map(({ id }) => id)).size).toBe(100);
  });

  test("a search finds runs by every word in title, identity, status and document", () => {
    const runs = addRun(
      addRun([], run()),
      run({ title: "mutation Pay", status: 403, document: "mutation { pay }" }),
    );
    expect(searchRuns(runs, "INVOICES pia")).toHaveLength(1);
    expect(searchRuns(runs, "403")[0]!.title).toBe("mutation Pay");
    expect(searchRuns(runs, "403 invoices")).toEqual([]);
    expect(searchRuns(runs, " ")).toHaveLength(2);
  });

  test("the stored history has no secrets, is bounded and survives anything in the storage", () => {
    let runs = addRun([], run({ variables: `{"apiKey":"${key}"}` }));
    expect(storeRuns(runs)).not.toContain(key);
    expect(readRuns(storeRuns(runs))).toHaveLength(1);
    for (let turn = 0; turn < 50; turn++)
      runs = addRun(runs, run({ document: `#${turn} ${"x".repeat(30_000)}` }));
    expect(storeRuns(runs).length).toBeLessThan(320_000);
    expect(readRuns(storeRuns(runs))[0]!.document).toMatch(/^#49 /);
    for (const text of [null, "", "{}", "null", `[1,{"id":"1"}]`]) expect(readRuns(text)).toEqual([]);
  });
});

describe("collections", () => {
  const saved = (name: string, collection?: string) => ({
    name,
    ...(collection === undefined ? {} : { collection }),
    document: "{ me { id } }",
    variables: `{"secret":"hunter22"}`,
    savedAt: "2026-01-15T09:30:00.000Z",
  });

  test("an exported file is imported with its collections, and taken names get a number", () => {
    const file = exportCollection([saved("A"), saved("B", "Billing")]);
    expect(file).not.toContain("hunter22");
    const read = importCollection(file, [saved("A"), saved("A (2)")], "2026-02-01T00:00:00.000Z");
    expect(read.map(({ name, collection }) => [name, collection])).toEqual([
      ["A (3)", ""],
      ["B", "Billing"],
    ]);
    expect(read[0]!.savedAt).toBe("2026-02-01T00:00:00.000Z");
  });

  test.each([
    ["{", "not valid JSON"],
    ["null", "not a collection"],
    [`{"format":"other","version":1,"operations":[]}`, "not a collection"],
    [`{"format":"hub-explorer-collection","version":2,"operations":[]}`, "not a collection"],
    [of([{ name: "A" }]), "Operation 1: the document must be a text"],
    [
      of([
        { name: "A", document: "{ a }" },
        { name: " ", document: "{ a }" },
      ]),
      "Operation 2: the name must have",
    ],
    [of([{ name: "A", document: "x".repeat(maxText + 1) }]), "Operation 1: the document is too long"],
    [of([{ name: "A", document: "{ a }", collection: "c".repeat(99) }]), "the collection must have at most"],
    [of([5]), "Operation 1: is not an object"],
    [of(Array.from({ length: 501 }, () => ({}))), "more than 500 operations"],
    [`${of([])}${" ".repeat(2_000_000)}`, "larger than 2 MB"],
  ])("a file that is wrong is refused as a whole, with the reason (%#)", (text, reason) => {
    const read = () => importCollection(text, [], "");
    expect(read).toThrow(NotCollection);
    expect(read).toThrow(reason);
  });

  function of(operations: readonly unknown[]): string {
    return JSON.stringify({ format: "hub-explorer-collection", version: 1, operations });
  }
});
