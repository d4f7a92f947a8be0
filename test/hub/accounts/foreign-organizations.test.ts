import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { StoredOperation } from "../../../router/operations/registry.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { doorsOf } from "../../walk/door-calls.ts";
import { namedAppOf } from "../../walk/refusals.ts";
import { samples } from "../../walk/samples/door-samples.ts";
import { invoiceBody } from "../../gateway/support/people.ts";
import { foundOrganization, newMember, signUp } from "./organizations.ts";

// It makes an object of many kinds.
vi.setConfig({ testTimeout: 300_000 });

type Headers = Record<string, string>;
let app: TestApp;
let own: Headers;
let foreign: Headers;
let removed: Headers;
beforeAll(async () => {
  app = await createTestApp();
  const owner = await signUp(app);
  const id = await foundOrganization(app, owner);
  own = owner.in(id);
  const stranger = await signUp(app);
  foreign = stranger.in(await foundOrganization(app, stranger));
  const { person, headers } = await newMember(app, id, "admin");
  removed = headers;
  await app.get("/account", removed);
  await app.send("DELETE", `/account/members/${person.userId}`, own);
});
afterAll(() => app?.close());

/** Every sixth operation that names an object of an account, of those that any principal may call. */
function sampled(): StoredOperation[] {
  const all = [...app.running.router.registry.values()].filter(({ row, access }) => {
    const sample = samples[row.name];
    return sample?.foreign && !sample.as && !sample.account && access.auth === "caller" && access.scope;
  });
  return all.filter((_one, index) => index % 6 === 0);
}

test("objects of an organization are hidden from members of another one and from a removed member", async () => {
  const chosen = sampled();
  expect(chosen.length).toBeGreaterThan(20);
  for (const operation of chosen) {
    const { row } = operation;
    const { input, foreign: code } = samples[row.name]!;
    const given = await input(app, own);
    const appId = namedAppOf(operation);
    const named: Headers = appId === null ? {} : { "x-app-id": appId };
    const [door, send] = doorsOf(app, operation)[0]!;
    const what = `${row.name} by ${door}`;
    const byForeign = await send(operation, given, { ...foreign, ...named });
    expect.soft([byForeign.status, byForeign.body["code"]], what).toEqual([404, code]);
    const byRemoved = await send(operation, given, { ...removed, ...named });
    expect.soft([byRemoved.status, byRemoved.body["code"]], what).toEqual([404, "ACCOUNT_NOT_FOUND"]);
  }
});

test("entities, files and lists of an organization are hidden too", async () => {
  const made = await app.post("/invoices", invoiceBody(), { ...own, "x-app-id": "invoicer" });
  const { fileId } = (
    await app.tool("create_file_upload", { filename: "a.txt", contentType: "text/plain", size: 1 }, own)
  ).body as { fileId?: string };
  const accountId = own["x-account-id"]!;
  const query = `query ($id: ID!) { account { id recentInvoices { id } } invoice(id: $id) { id } }`;
  for (const headers of [foreign, removed]) {
    const entity = await app.graphql(query, { id: made.body.id }, { ...headers, "x-app-id": "invoicer" });
    expect(JSON.stringify(entity.body)).not.toContain(made.body.id as string);
    expect(JSON.stringify(entity.body)).not.toContain(accountId);
    if (fileId) expect((await app.get(`/files/${fileId}`, headers)).status).not.toBe(200);
    const audit = await app.get("/account/approval-requests", headers);
    expect(JSON.stringify(audit.body)).not.toContain(accountId);
  }
});
