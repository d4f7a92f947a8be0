import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StoredOperation } from "../../../router/operations/registry.ts";
import { invoiceBody } from "../../gateway/support/people.ts";
import { openEvents } from "../../router/subscriptions/watching.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { isAllowed, roles } from "../../walk/expected-roles.ts";
import { samples } from "../../walk/samples/door-samples.ts";
import { foundOrganization, newMember, signUp, type TestPerson } from "./organizations.ts";

// What is no operation of its own: the walk asks all operations about objects of another account.
type Headers = Record<string, string>;
let app: TestApp;
let owner: TestPerson;
let accountId: string;
let own: Headers;
/** A member of another organization, the owner for an organization and an account of their own, and a former member. */
let others: Record<string, Headers>;
beforeAll(async () => {
  app = await openSharedApp();
  [owner, accountId] = await found();
  own = owner.in(accountId);
  const [stranger, foreignId] = await found();
  const former = await newMember(app, accountId, "admin");
  await app.get("/account", former.headers);
  await app.send("DELETE", `/account/members/${former.person.userId}`, own);
  others = {
    "a member of another organization": stranger.in(foreignId),
    "the owner for another organization": owner.in(await foundOrganization(app, owner)),
    "the owner for the personal account": owner.headers,
    "a former member for the personal account": former.person.headers,
    "a former member": former.headers,
  };
});
afterAll(() => app?.close());

async function found(): Promise<[TestPerson, string]> {
  const person = await signUp(app);
  return [person, await foundOrganization(app, person)];
}

const expectHidden = (
  who: string,
  { status, body }: { status: number; body: { code?: string } },
  code: string,
) =>
  expect
    .soft([status, body.code], who)
    .toEqual([404, who === "a former member" ? "ACCOUNT_NOT_FOUND" : code]);

/** Tools whose work goes on in the background for an account, with the operation that reads its progress. */
function jobTools(): { tool: string; argument: string; reader: StoredOperation }[] {
  const operations = [...app.running.router.registry.values()];
  return operations.flatMap(({ row: { tool } }) => {
    const reader = operations.find(({ row }) => row.tool?.name === tool?.job?.readWith);
    const isOfAccount = reader && reader.access.auth !== "admin";
    return tool?.job && isOfAccount ? [{ tool: tool.name, argument: tool.job.argument, reader }] : [];
  });
}

test("the progress of an organization's background work is hidden from others, whichever tool began it", async () => {
  const tools = jobTools();
  expect(tools.length).toBeGreaterThan(5);
  const made = await app.post("/account/data-exports", {}, own);
  const inputs = new Map<string, Record<string, unknown>>([["DataExport", { exportId: made.body.id }]]);
  for (const { tool, argument, reader } of tools) {
    const { name } = reader.row;
    const input = inputs.get(name) ?? (await samples[name]!.input(app, own));
    inputs.set(name, input);
    const jobId = `${tool}:${String(input[argument])}`;
    expect.soft((await app.tool("get_job", { jobId }, own)).status, tool).toBe(200);
    const code = samples[name]!.foreign!;
    for (const [who, headers] of Object.entries(others)) {
      const answer = await app.tool("get_job", { jobId }, headers);
      expectHidden(who, answer, code);
      expect.soft(JSON.stringify(answer.body), `${tool} for ${who}`).not.toContain(accountId);
    }
  }
});

test("files of an organization are hidden from others", async () => {
  const wanted = {
    filename: "a.csv",
    contentType: "text/csv",
    content: Buffer.from("a\n").toString("base64"),
  };
  const { status, body } = await app.post("/files", wanted, own);
  expect(status).toBe(201);
  const path = `/files/${body.fileId as string}`;
  for (const [who, headers] of Object.entries(others)) {
    // Bytes are read by a link alone, with any credential.
    expect.soft((await app.get(path, headers)).status, who).toBe(403);
    expectHidden(who, await app.send("DELETE", path, headers), "FILE_NOT_FOUND");
    expectHidden(who, await app.post(`${path}/revoke-links`, {}, headers), "FILE_NOT_FOUND");
  }
  expect((await app.get(path, own)).status).toBe(403);
  expect((await app.send("DELETE", path, own)).status).toBe(200);
});

test("entities and lists of an organization are hidden from others", async () => {
  const made = await app.post("/invoices", invoiceBody(), { ...own, "x-app-id": "invoicer" });
  const invoiceId = made.body.invoiceId as string;
  expect(invoiceId).toMatch(/^inv_/);
  const query = `query ($id: ID!) { account { id recentInvoices { id } } invoice(invoiceId: $id) { id } }`;
  const seen = await app.graphql(query, { id: invoiceId }, { ...own, "x-app-id": "invoicer" });
  expect(JSON.stringify(seen.body)).toContain(invoiceId);
  for (const [who, headers] of Object.entries(others)) {
    const entity = await app.graphql(query, { id: invoiceId }, { ...headers, "x-app-id": "invoicer" });
    const requests = await app.get("/account/approval-requests", headers);
    const text = JSON.stringify([entity.body, requests.body]);
    expect.soft(text, who).not.toContain(invoiceId);
    expect.soft(text, who).not.toContain(accountId);
  }
});

describe("a stream", () => {
  const balance = 'subscription { creditBalanceChanged(appId: "central") { balance } }';
  const written = 'subscription { textGenerated(input: { prompt: "Write." }) { delta } }';
  const unwritten = 'subscription { textGenerated(input: { prompt: "Write.", maxTokens: 0 }) { delta } }';
  const inCentral = { "x-app-id": "central" };

  /** The first result of a stream: a code, the balance, or the status of one that is not opened. */
  async function firstOf(query: string, headers: Headers): Promise<unknown> {
    const events = await openEvents(app.url, { query }, { ...headers, ...inCentral });
    const event = await events.next();
    events.hangUp();
    // Refused before the stream is opened.
    if (event === null) return events.status;
    const { data, errors } = JSON.parse(event.data) as {
      data?: { creditBalanceChanged: { balance: number } };
      errors?: { extensions: { code: string } }[];
    };
    return errors?.[0]?.extensions.code ?? data?.creditBalanceChanged.balance;
  }

  const allows = (role: (typeof roles)[number], scope: string) =>
    isAllowed({ access: { auth: "caller", scope }, row: { name: "stream" } } as StoredOperation, role);

  test.each(roles)("opens for the role %s by its scope", async (role) => {
    const { headers } = await newMember(app, accountId, role);
    const expectedBalance = allows(role, "read:credits") ? expect.any(Number) : "FORBIDDEN";
    expect(await firstOf(balance, headers)).toEqual(expectedBalance);
    const isWriter = allows(role, "write:ai");
    // An admitted one with input that is not valid, so that nothing is written.
    expect(await firstOf(isWriter ? unwritten : written, headers)).toBe(
      isWriter ? "VALIDATION_ERROR" : "FORBIDDEN",
    );
  });

  test("is that of the account that the person acts for, and a former member opens none", async () => {
    const read = async (headers: Headers) =>
      (await app.get("/credits/balance/central", headers)).body.balance;
    for (const [who, headers] of Object.entries(others)) {
      const shown = await firstOf(balance, headers);
      if (who === "a former member") expect.soft(shown, who).toBe(404);
      else expect.soft(shown, who).toBe(await read(headers));
    }
  });

  test("brings no change of another account of the same person", async () => {
    const another = others["the owner for another organization"]!;
    const open = (headers: Headers) => openEvents(app.url, { query: balance }, { ...headers, ...inCentral });
    const [stream, elsewhere] = [await open(own), await open(another)];
    const next = async (events: typeof stream) =>
      ((await events.result()).data as { creditBalanceChanged: { balance: number } }).creditBalanceChanged
        .balance;
    const [before, beforeElsewhere] = [await next(stream), await next(elsewhere)];
    const spend = (headers: Headers, amount: number) =>
      app.post("/credits/consume", { appId: "central", amount, description: "test" }, headers);
    expect((await spend(another, 1)).status).toBe(200);
    // Events come in order: once this one is here, the other stream would have had one too.
    expect(await next(elsewhere)).toBe(beforeElsewhere - 1);
    expect((await spend(own, 2)).status).toBe(200);
    expect(await next(stream)).toBe(before - 2);
  });
});
