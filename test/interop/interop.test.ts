import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKey, createPerson } from "../gateway/support/people.ts";
import { buildProgram } from "../platform/support/platform-process.ts";
import type { ProcessKind } from "../split/split-process.ts";
import { SplitWorld } from "../split/split-world.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { conversation, type Question } from "./conversation.ts";
import { engines } from "./engines.ts";

/** `npm run interop` tries every engine; `npm test` those that are installed with the project. */
const isWhole = process.env["INTEROP"] === "all";
const forwardSecret = "secret-of-the-proxy-in-the-test";

let app: TestApp;
let split: SplitWorld;
const urlOf = (kind: ProcessKind) => split.one(kind).url;
let expected: readonly Said[];
const verdicts: string[][] = [];

beforeAll(async () => {
  app = await createTestApp();
  await buildProgram();
  split = await SplitWorld.start({
    databaseUrl: app.database.url,
    sandboxPort: Number(new URL(app.sandboxUrl).port),
    env: { FORWARD_AUTH_SECRET: forwardSecret, RATE_LIMITS: "off" },
  });
  expected = await hold(`${urlOf("router")}/graphql`, (headers) => Promise.resolve(headers));
});
afterAll(async () => {
  await split?.stop();
  await app?.close();
  if (isWhole) process.stdout.write(`\n${verdicts.map((cells) => cells.join("  ")).join("\n")}\n`);
});

/** An engine's response to one question, without the parts that may differ. */
interface Said {
  title: string;
  data: unknown;
  errors: { code: unknown; path: unknown }[] | "some" | null;
}

/** Sends an engine all questions in order, as a new person. */
async function hold(
  url: string,
  headersFor: (headers: Record<string, string>) => Promise<Record<string, string>>,
): Promise<Said[]> {
  const person = await createPerson(app, 50);
  const narrowKey = await createKey(app, person.ownerId, ["read:credits"]);
  const { authorization } = person.headers as { authorization: string };
  const callers = { person: { authorization }, narrowKey, nobody: {} };
  const [property] = await app.database.query<{ id: string }>(
    "SELECT min(id) AS id FROM property.properties",
  );
  const said: Said[] = [];
  for (const question of conversation) {
    const { as, appId, document, variables = {} } = question;
    const own: Record<string, string> = { ...callers[as], ...(appId ? { "x-app-id": appId } : {}) };
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...(await headersFor(own)) },
      body: JSON.stringify({ query: document.replace("PROPERTY", property!.id), variables }),
    });
    const body = JSON.parse((await response.text()).replaceAll(person.ownerId, "usr_ID")) as Body;
    said.push({ title: question.title, data: body.data ?? null, errors: errorsOf(question, body) });
  }
  return said;
}

interface Body {
  data?: unknown;
  errors?: { path?: unknown; extensions?: { code?: unknown } }[];
}

function errorsOf({ isOwnError }: Question, { errors = [] }: Body): Said["errors"] {
  if (errors.length === 0) return null;
  if (isOwnError) return "some";
  return errors
    .map(({ path = null, extensions }) => ({ code: extensions?.code ?? null, path }))
    .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}

/** Like a proxy before a third-party router: identifies the principal at our router, and forwards its headers. */
async function asProxy(headers: Record<string, string>): Promise<Record<string, string>> {
  const response = await fetch(`${urlOf("router")}/internal/forward-auth`, {
    headers: { ...headers, "x-forward-auth-secret": forwardSecret },
  });
  expect(response.status).toBe(204);
  return Object.fromEntries([...response.headers].filter(([name]) => name.startsWith("x-principal-")));
}

test("our router answers everything as it should", () => {
  const answered = expected.filter(({ errors }) => errors === null);
  expect(answered.length).toBeGreaterThanOrEqual(12);
  expect(expected.filter(({ errors }) => errors !== null)).toHaveLength(
    conversation.length - answered.length,
  );
  const refused = Object.fromEntries(expected.map(({ title, errors }) => [title, errors]));
  expect(refused).toMatchObject({
    "nobody in particular": [{ code: "MISSING_TOKEN", path: ["me"] }],
    "a key without the scope for a part": [{ code: "FORBIDDEN", path: ["me", "recentInvoices"] }],
    "a write that the rules refuse": [{ code: "INSUFFICIENT_CREDITS", path: ["consumeCredits"] }],
    "what does not exist": [{ code: "PROPERTY_NOT_FOUND", path: ["property"] }],
  });
  const partial = expected.find(({ title }) => title === "a key without the scope for a part");
  expect(partial!.data).toMatchObject({
    me: { creditBalances: [{ balance: expect.any(Number) }], recentInvoices: null },
  });
});

describe.each(engines.filter(({ isInstalled }) => isWhole || isInstalled))("$name", (engine) => {
  test("answers as ours does", async () => {
    const running = await engine.start({
      hub: urlOf("hub"),
      property: urlOf("property"),
      gateway: urlOf("gateway"),
    });
    try {
      const said = await hold(running.url, asProxy);
      const { faults = {} } = engine;
      const wanted = expected.map((one) => ({
        ...one,
        ...(faults[one.title] ? { data: faults[one.title]!.data } : {}),
      }));
      const same = said.filter((one, at) => JSON.stringify(one) === JSON.stringify(expected[at])).length;
      const told = Object.entries(faults).map(([title, { why }]) => `; known: ${title} (${why})`);
      verdicts.push([
        engine.name.padEnd(36),
        `${same} of ${said.length} answers are the same${told.join("")}`,
      ]);
      expect(said).toEqual(wanted);
    } finally {
      await running.stop();
    }
  });
});

describe("access to the forward-auth endpoint", () => {
  const path = "/internal/forward-auth";

  test("the forward-auth endpoint requires the secret", async () => {
    const none = await fetch(`${urlOf("router")}${path}`);
    expect(none.status).toBe(404);
    const wrong = await fetch(`${urlOf("router")}${path}`, {
      headers: { "x-forward-auth-secret": "guess" },
    });
    expect(wrong.status).toBe(404);
    expect([...wrong.headers.keys()].filter((name) => name.startsWith("x-principal"))).toEqual([]);
  });

  test("a bad credential is refused as at our own door", async () => {
    const headers = { "x-forward-auth-secret": forwardSecret, authorization: "Bearer nothing.of.use" };
    const response = await fetch(`${urlOf("router")}${path}`, { headers });
    expect(response.status).toBe(401);
    expect([...response.headers.keys()].filter((name) => name.startsWith("x-principal"))).toEqual([]);
  });

  test("a principal header is accepted by its own subgraph only, and required", async () => {
    const headers = await asProxy({ authorization: (await createPerson(app)).headers["authorization"]! });
    const ask = (url: string, principal: string | undefined) =>
      fetch(`${url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", ...(principal ? { "x-principal": principal } : {}) },
        body: JSON.stringify({ query: "{ __typename }" }),
      }).then(({ status }) => status);
    expect(await ask(urlOf("hub"), headers["x-principal-hub"])).toBe(200);
    expect(await ask(urlOf("hub"), headers["x-principal-gateway"])).toBe(401);
    expect(await ask(urlOf("hub"), undefined)).toBe(401);
  });
});
