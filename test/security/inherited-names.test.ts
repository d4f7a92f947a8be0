import { afterAll, beforeAll, expect, test } from "vitest";
import { stem } from "../../router/tools/search/words.ts";
import type { TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";
import { withoutPollution } from "../support/global-objects.ts";

let app: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  headers = await app.as("eve");
});
afterAll(() => app?.close());

const inherited = Object.getOwnPropertyNames(Object.prototype);

test.each(inherited)("%s is a word, a name and a key like any other", async (name) => {
  await withoutPollution(async () => {
    expect.soft(stem(name)).toEqual(expect.any(String));
    const named = await app.tool("search_tools", { query: `${name} invoice` }, headers);
    expect.soft(named.status, named.text).toBe(200);
    const query = await app.get(`/credits/history/central?${name}=x`, headers);
    expect.soft([query.status, query.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    const column = { csv: "phone,x\n+15005550006,Ann\n", mapping: { name } };
    const imported = await app.post("/call-contacts/import", column, headers);
    expect.soft(imported.status, imported.text).toBeLessThan(500);
    const ofApp = await app.get("/credits/balance/central", { ...headers, "x-app-id": name });
    expect.soft(ofApp.status, ofApp.text).toBeLessThan(500);
  });
});
