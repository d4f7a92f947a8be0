import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anonymous } from "../../../src/access/principal.ts";
import { seedPropertyDemo } from "../../../subgraphs/property/demo.ts";
import { keyOf, openPropertyApp, userNamed, type PropertyApp } from "../support/open-property.ts";

const SAVE = `mutation ($propertyId: ID!, $appId: ID, $note: String) {
  saveProperty(input: { propertyId: $propertyId, appId: $appId, note: $note }) { propertyId appId note savedAt property { id } } }`;
const UNSAVE = `mutation ($propertyId: ID!, $appId: ID) {
  unsaveProperty(input: { propertyId: $propertyId, appId: $appId }) { propertyId appId removed } }`;
const LIST = `query ($appId: ID, $page: Int, $pageSize: Int) { savedProperties(appId: $appId, page: $page, pageSize: $pageSize) {
  savedProperties { propertyId appId note property { name } } total hasMore } }`;
const BY_KEY = `query ($keys: [_Any!]!) { _entities(representations: $keys) {
  ... on User { savedProperties(first: 2) { propertyId } } ... on App { savedProperties(first: 2) { propertyId } } } }`;

interface List {
  savedProperties: {
    savedProperties: { propertyId: string; appId: string; note: string | null }[];
    total: number;
  };
}

describe("saved properties", () => {
  let app: PropertyApp;

  beforeAll(async () => {
    app = await openPropertyApp("synthetic");
  });

  afterAll(() => app.close());

  const as = (id: string) => app.call(userNamed(id));

  async function saved(id: string, variables = {}): Promise<string[]> {
    const { savedProperties } = await app.read<List>(LIST, variables, as(id));
    return savedProperties.savedProperties.map(({ propertyId }) => propertyId);
  }

  test("are listed newest first, with their notes, once each", async () => {
    const variables = { propertyId: "syn-1001", note: "ours" };
    expect(await app.read(SAVE, variables, as("ann"))).toMatchObject({
      saveProperty: { propertyId: "syn-1001", appId: "central", note: "ours", property: { id: "syn-1001" } },
    });
    await app.read(SAVE, { ...variables, note: "still ours" }, as("ann"));
    expect(await app.read<List>(LIST, {}, as("ann"))).toMatchObject({
      savedProperties: {
        total: 1,
        savedProperties: [{ note: "still ours", property: { name: expect.any(String) } }],
      },
    });
  });

  test("saved properties are visible to their account only, through every door", async () => {
    await app.read(SAVE, { propertyId: "syn-1002" }, as("bea"));
    expect(await saved("cid")).toEqual([]);
    expect(await app.read(UNSAVE, { propertyId: "syn-1002" }, as("cid"))).toMatchObject({
      unsaveProperty: { removed: false },
    });
    expect(await saved("bea")).toEqual(["syn-1002"]);
    const keys = [
      { __typename: "User", id: "bea" },
      { __typename: "App", appId: "central" },
    ];
    const own = { savedProperties: [{ propertyId: "syn-1002" }] };
    expect(await app.read(BY_KEY, { keys }, as("bea"))).toEqual({ _entities: [own, own] });
    expect(await app.read(BY_KEY, { keys }, as("cid"))).toEqual({
      _entities: [null, { savedProperties: [] }],
    });
  });

  test("the database itself hides other accounts' rows", async () => {
    const rows = await app.context().em.execute("SELECT * FROM saved_properties");
    expect(rows).toEqual([]);
  });

  test("belong to an app: that of the input, of the call, or central", async () => {
    const call = (appId: string | null) => app.call(userNamed("dee"), { appId });
    await app.read(SAVE, { propertyId: "syn-1001", appId: "crm" }, call(null));
    await app.read(SAVE, { propertyId: "syn-1002" }, call("invoicer"));
    await app.read(SAVE, { propertyId: "syn-1003" }, call(null));
    expect(await saved("dee", { appId: "crm" })).toEqual(["syn-1001"]);
    expect(await saved("dee", { appId: "invoicer" })).toEqual(["syn-1002"]);
    expect(await saved("dee", { appId: "central" })).toEqual(["syn-1003"]);
    expect((await saved("dee")).sort()).toEqual(["syn-1001", "syn-1002", "syn-1003"]);
    const conflict = { propertyId: "syn-1001", appId: "crm" };
    expect(await app.refusal(SAVE, conflict, call("invoicer"))).toBe("APP_CONFLICT");
    const bound = app.call({ ...userNamed("dee"), appIds: ["invoicer"] });
    expect(await app.refusal(SAVE, conflict, bound)).toBe("FORBIDDEN");
    expect(await app.refusal(LIST, { appId: "crm" }, bound)).toBe("FORBIDDEN");
  });

  test("removing is done once and harmless twice", async () => {
    await app.read(SAVE, { propertyId: "syn-1001" }, as("eli"));
    const removed = async () =>
      (
        await app.read<{ unsaveProperty: { removed: boolean } }>(
          UNSAVE,
          { propertyId: "syn-1001" },
          as("eli"),
        )
      ).unsaveProperty.removed;
    expect([await removed(), await removed()]).toEqual([true, false]);
    expect(await saved("eli")).toEqual([]);
  });

  test("a replayed save is one, with one audit row", async () => {
    const call = () => app.call(userNamed("flo"), { idempotencyKey: "k1" });
    const first = await app.read(SAVE, { propertyId: "syn-1001" }, call());
    expect(await app.read(SAVE, { propertyId: "syn-1001" }, call())).toEqual(first);
    expect(await app.refusal(SAVE, { propertyId: "syn-1002" }, call())).toBe("IDEMPOTENCY_KEY_REUSED");
    const rows = await app.database.query(
      "SELECT action, target_id, outcome FROM property.audit_log WHERE owner_id = 'flo' AND outcome = 'ok'",
    );
    expect(rows).toEqual([{ action: "saveProperty", target_id: "syn-1001", outcome: "ok" }]);
  });

  test.each([
    ["an unknown property", { propertyId: "syn-9999" }, "PROPERTY_NOT_FOUND"],
    ["no property id at all", { propertyId: "';--" }, "PROPERTY_NOT_FOUND"],
    ["an app id of another form", { propertyId: "syn-1001", appId: "No App" }, "VALIDATION_ERROR"],
    ["a long note", { propertyId: "syn-1001", note: "x".repeat(501) }, "VALIDATION_ERROR"],
  ])("%s cannot be saved", async (_what, variables, code) => {
    expect(await app.refusal(SAVE, variables)).toBe(code);
  });

  test("saving needs the writing scope, listing the reading one", async () => {
    const reader = () => app.call(keyOf("gus", "read:properties"));
    const writer = () => app.call(keyOf("gus", "write:properties"));
    for (const document of [SAVE, UNSAVE]) {
      expect(await app.refusal(document, { propertyId: "syn-1001" }, reader())).toBe("FORBIDDEN");
      expect(await app.refusal(document, { propertyId: "syn-1001" }, app.call(anonymous))).toBe(
        "MISSING_TOKEN",
      );
    }
    expect(await app.refusal(LIST, {}, writer())).toBe("FORBIDDEN");
    expect((await app.run(LIST, {}, reader())).errors).toBeUndefined();
    const keys = [{ __typename: "User", id: "gus" }];
    expect(await app.refusal(BY_KEY, { keys }, writer())).toBe("FORBIDDEN");
  });

  test("the demo people have three, and seeding again changes nothing", async () => {
    const first = ["syn-1001", "syn-1002", "syn-1003"];
    expect((await saved("demo-pia")).sort()).toEqual(first);
    expect((await saved("demo-eve")).sort()).toEqual(first);
    await app.read(UNSAVE, { propertyId: "syn-1002" }, as("demo-pia"));
    await seedPropertyDemo(app.context(), { dataDir: null });
    expect((await saved("demo-pia")).sort()).toEqual(["syn-1001", "syn-1003"]);
    const [count] = await app.database.query(
      "SELECT count(*)::int, bool_and(synthetic) AS synthetic FROM property.properties",
    );
    expect(count).toEqual({ count: 60, synthetic: true });
  });
});
