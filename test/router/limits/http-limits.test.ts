import { afterAll, beforeAll, expect, test } from "vitest";
import { until as poll } from "../../support/poll.ts";
import { createSpender } from "../../hub/support/ledger.ts";
import { createTestApp, type Answer, type TestApp } from "../../support/app.ts";

let app: TestApp;
let people = 0;
/** A noon to come, in the middle of nothing: no window but the minute ends within hours. */
const today = new Date();
const noon = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 5, 12);
const after = (seconds: number) => new Date(noon + seconds * 1000).toISOString();

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: "on" });
});
afterAll(() => app.close());

/** Headers of a new person on the free plan, at a time in seconds after noon. */
async function newPerson(claims: Record<string, unknown> = {}): Promise<Person> {
  people += 1;
  const sub = `limited-${people}`;
  const authorization = `Bearer ${await app.tokenFor({ sub, expiresInSeconds: 60 * 86_400, ...claims })}`;
  return {
    sub,
    at: (seconds, more = {}) => ({
      authorization,
      "x-test-clock": after(seconds),
      ...more,
    }),
  };
}

interface Person {
  sub: string;
  at(seconds: number, more?: Record<string, string>): Record<string, string>;
}

async function holdPlan({ sub }: Person, appId: string, tier: string): Promise<void> {
  await app.database.query(
    `INSERT INTO hub.entitlements (owner_id, app_id, tier) VALUES ($1, $2, $3)
     ON CONFLICT (owner_id, app_id) DO UPDATE SET tier = EXCLUDED.tier`,
    [sub, appId, tier],
  );
}

const balance = (person: Person, seconds: number, more?: Record<string, string>): Promise<Answer> =>
  app.get("/credits/balance/central", person.at(seconds, more));

async function repeat(times: number, call: () => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < times; count++) statuses.push((await call()).status);
  return statuses;
}

const tenAdmitted = Array.from({ length: 10 }, () => 200);

test("the request after the limit gets the documented 429, and succeeds after exactly Retry-After seconds", async () => {
  const fay = await newPerson();
  expect((await balance(fay, 0)).status).toBe(200);
  expect(await repeat(9, () => balance(fay, 20))).toEqual(tenAdmitted.slice(1));
  const refused = await balance(fay, 30.5);
  const resetAt = after(60);
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({
    success: false,
    error: expect.any(String),
    code: "RATE_LIMIT_EXCEEDED",
    limit: 10,
    remaining: 0,
    resetAt,
    details: { reason: "minute", window: "minute", limit: 10, remaining: 0, resetAt, retryAfterSeconds: 30 },
    requestId: refused.headers["x-request-id"],
    docsUrl: expect.stringMatching(/\/errors#RATE_LIMIT_EXCEEDED$/),
  });
  expect(refused.headers).toMatchObject({
    "retry-after": "30",
    ratelimit: expect.stringMatching(/^"minute";r=0;t=30, "day";r=90;t=43170, "month";r=990;t=\d+$/),
    "ratelimit-policy": '"minute";q=10;w=60, "day";q=100;w=86400, "month";q=1000;w=2592000',
    "x-ratelimit-limit": "10",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Date.parse(resetAt) / 1000),
  });
  expect((await balance(fay, 59.5)).status).toBe(429);
  expect((await balance(fay, 60.5)).status).toBe(200);
  expect((await balance(fay, 60.5)).status).toBe(429);
});

test("rate limit headers state the policy and every window, the tightest first, on every door", async () => {
  const doors: ((person: Person) => Promise<Answer>)[] = [
    (person) => balance(person, 0),
    (person) => app.graphql("{ me { id } }", {}, person.at(0)),
    (person) => app.get("/tools", person.at(0)),
    (person) => app.tool("get_credit_balance", { appId: "central" }, person.at(0)),
    (person) =>
      app.post(
        "/mcp",
        {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "get_credit_balance", arguments: { appId: "central" } },
        },
        person.at(0, { accept: "application/json, text/event-stream" }),
      ),
  ];
  for (const door of doors) {
    const person = await newPerson();
    const answer = await door(person);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      ratelimit: expect.stringMatching(/^"minute";r=9;t=60, "day";r=99;t=43200, "month";r=999;t=\d+$/),
      "ratelimit-policy": '"minute";q=10;w=60, "day";q=100;w=86400, "month";q=1000;w=2592000',
      "ratelimit-limit": "10",
      "ratelimit-remaining": "9",
      "ratelimit-reset": "60",
      "x-ratelimit-limit": "10",
      "x-ratelimit-remaining": "9",
      "x-ratelimit-reset": String(noon / 1000 + 60),
    });
  }
});

test("GraphQL reports a rate limit refusal in its extensions, and a tool in its result", async () => {
  const person = await newPerson();
  await repeat(10, () => balance(person, 0));
  const graph = await app.graphql("{ me { id } }", {}, person.at(1));
  expect([graph.status, graph.headers["retry-after"]]).toEqual([429, "59"]);
  expect(graph.body.errors[0].extensions).toMatchObject({
    code: "RATE_LIMIT_EXCEEDED",
    http: { status: 429 },
    details: { reason: "minute", limit: 10, remaining: 0, resetAt: after(60) },
  });
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call" };
  const params = { name: "get_credit_balance", arguments: { appId: "central" } };
  const accept = { accept: "application/json, text/event-stream" };
  const tool = await app.post("/mcp", { ...message, params }, person.at(1, accept));
  expect(tool.text).toContain('"isError":true');
  expect(tool.text).toContain("RATE_LIMIT_EXCEEDED");
  const plain = await app.tool("get_credit_balance", { appId: "central" }, person.at(1));
  expect([plain.status, plain.body.code, plain.body.limit]).toEqual([429, "RATE_LIMIT_EXCEEDED", 10]);
});

test("a tool call that only requests confirmation, or is refused before it runs, counts as well", async () => {
  const person = await newPerson();
  const name = "create_invoice";
  const ask = (args: Record<string, unknown>) =>
    app.post(
      "/mcp/all",
      {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name,
          arguments: args,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
            "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
          },
        },
      },
      person.at(0, {
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": name,
      }),
    );
  const args = { client: "asked@example.com", items: [{ description: "Work", amount: 10 }] };
  for (let count = 0; count < 5; count++) {
    expect((await ask(args)).body.result.resultType).toBe("input_required");
    expect((await ask({ client: 5 })).text).toContain("VALIDATION_ERROR");
  }
  expect((await ask(args)).text).toContain("RATE_LIMIT_EXCEEDED");
  expect((await ask({ client: 5 })).text).toContain("RATE_LIMIT_EXCEEDED");
});

test("a refused call costs nothing: the window opens when its first call leaves", async () => {
  const person = await newPerson();
  await repeat(10, () => balance(person, 0));
  expect(new Set(await repeat(30, () => balance(person, 59)))).toEqual(new Set([429]));
  const answer = await balance(person, 60);
  expect([answer.status, answer.headers["x-ratelimit-remaining"]]).toEqual([200, "9"]);
});

test("the day and the month are calendar windows", async () => {
  const person = await newPerson();
  for (let minute = 0; minute < 10; minute++) {
    expect(await repeat(10, () => balance(person, minute * 60))).toEqual(tenAdmitted);
  }
  const refused = await balance(person, 600);
  expect(refused.body.details).toMatchObject({
    reason: "day",
    window: "day",
    limit: 100,
    resetAt: after(12 * 3600),
    retryAfterSeconds: 12 * 3600 - 600,
  });
  expect((await balance(person, 12 * 3600 - 1)).status).toBe(429);
  const nextDay = await balance(person, 12 * 3600);
  expect([nextDay.status, nextDay.headers["ratelimit"]]).toEqual([
    200,
    expect.stringMatching(/^"minute";r=9;t=60, "day";r=99;t=86400, "month";r=899;/),
  ]);
});

test("apps that are not paid for share one free quota", async () => {
  const person = await newPerson();
  const apps = ["central", "invoicer", "payroll", "finance", "hvut"];
  const statuses: number[] = [];
  for (let call = 0; call < 11; call++) {
    const answer = await app.get(`/credits/balance/${apps[call % apps.length]}`, person.at(0));
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...tenAdmitted, 429]);
});

test("an app with a paid plan has a quota of its own", async () => {
  const person = await newPerson();
  await balance(person, 0);
  await holdPlan(person, "payroll", "starter");
  const inPayroll = () => app.get("/credits/balance/payroll", person.at(60));
  const paid = await until(inPayroll, ({ headers }) => headers["x-ratelimit-limit"] === "30");
  expect(Number(paid.headers["x-ratelimit-remaining"])).toBeGreaterThan(10);
  expect(await repeat(10, () => balance(person, 120))).toEqual(tenAdmitted);
  expect((await balance(person, 120)).status).toBe(429);
  expect((await app.get("/credits/balance/payroll", person.at(120))).status).toBe(200);
});

/** Repeats the request until the response shows a change of access; the database notifies of the change itself. */
async function until(call: () => Promise<Answer>, isThere: (answer: Answer) => boolean): Promise<Answer> {
  return poll("the change is heard", async () => {
    const answer = await call();
    return isThere(answer) && answer;
  });
}

test("calls already made count against the limit of a new plan, up and down", async () => {
  const person = await newPerson();
  await repeat(10, () => balance(person, 0));
  expect((await balance(person, 1)).status).toBe(429);
  await holdPlan(person, "central", "starter");
  const upgraded = await until(
    () => balance(person, 2),
    ({ status }) => status === 200,
  );
  expect(upgraded.headers).toMatchObject({ "x-ratelimit-limit": "30", "x-ratelimit-remaining": "19" });
  expect(await repeat(19, () => balance(person, 3))).toEqual(Array.from({ length: 19 }, () => 200));
  await holdPlan(person, "central", "free");
  const downgraded = await until(
    () => balance(person, 4),
    ({ body }) => body.limit === 10,
  );
  // 30 calls were made; the twenty-first of them has to leave before an eleventh fits.
  expect([downgraded.status, downgraded.body.resetAt]).toEqual([429, after(63)]);
});

test("a document counts each root field, so that aliases buy nothing", async () => {
  const person = await newPerson();
  const aliases = (count: number) =>
    `{ ${Array.from({ length: count }, (_, index) => `a${index}: creditBalance(appId: "central") { balance }`).join(" ")} }`;
  const first = await app.graphql(aliases(9), {}, person.at(0));
  expect([first.status, first.headers["x-ratelimit-remaining"]]).toEqual([200, "1"]);
  const second = await app.graphql(aliases(2), {}, person.at(1));
  expect([second.status, second.body.errors[0].extensions.details.retryAfterSeconds]).toEqual([429, 59]);
  expect((await app.graphql(aliases(1), {}, person.at(1))).status).toBe(200);
  expect((await app.graphql("{ __typename }", {}, person.at(1))).status).toBe(429);
});

test("introspection counts as one request, and so does an unparseable document", async () => {
  const person = await newPerson();
  const schema = await app.graphql(
    "{ __typename a: __typename __schema { types { name } } }",
    {},
    person.at(0),
  );
  expect([schema.status, schema.headers["x-ratelimit-remaining"]]).toEqual([200, "9"]);
  const broken = await app.graphql("{", {}, person.at(0));
  expect(broken.headers["x-ratelimit-remaining"]).toBe("8");
  await repeat(8, () => balance(person, 0));
  expect((await app.graphql("{", {}, person.at(0))).status).toBe(429);
});

/** A key with three requests per hour, and a function that sends requests with it some seconds after noon. */
async function makeLimitedKey(owner: Person) {
  await balance(owner, 0);
  await holdPlan(owner, "invoicer", "integration");
  const created = await until(
    () =>
      app.post(
        "/api-keys",
        {
          name: "limited",
          scopes: ["read:invoices", "read:credits"],
          rateLimits: { requestsPerHour: 3, requestsPerDay: 1000, requestsPerMonth: 30000 },
        },
        owner.at(0),
      ),
    ({ status }) => status === 201,
  );
  const { key, apiKey } = created.body;
  const withKey = (seconds: number) =>
    app.get("/credits/balance/invoicer", { "x-api-key": key, "x-test-clock": after(seconds) });
  return { id: apiKey.id as string, key: key as string, withKey };
}

test("a key counts on itself and on its owner", async () => {
  const owner = await newPerson();
  const { withKey } = await makeLimitedKey(owner);
  const first = await withKey(60);
  expect(first.headers["ratelimit-policy"]).toBe(
    '"minute";q=60;w=60, "day";q=1000;w=86400, "month";q=30000;w=2592000, ' +
      '"key_hour";q=3;w=3600, "key_day";q=1000;w=86400, "key_month";q=30000;w=2592000',
  );
  expect(first.headers["ratelimit"]).toMatch(/^"key_hour";r=2;t=3540, /);
  expect(await repeat(2, () => withKey(61))).toEqual([200, 200]);
  const refused = await withKey(62);
  expect(refused.body.details).toMatchObject({ reason: "key_hour", window: "hour", limit: 3 });
  expect((await withKey(3600)).status).toBe(200);
  const own = await app.get("/credits/balance/invoicer", owner.at(3600));
  expect(own.headers["x-ratelimit-remaining"]).toBe("58");
});

test("the owner of a key that reaches its own limit is notified once per hour, and again after the limit changed", async () => {
  const owner = await newPerson();
  const { id, key, withKey } = await makeLimitedKey(owner);
  const told = () =>
    app.database.query(
      `SELECT owner_id, payload FROM hub.outbox_events WHERE object_id = $1 AND type = 'api_key.limit_reached'
       ORDER BY sequence`,
      [id],
    );
  /** The count of refused requests is stored together with the event, so reading all of them implies the event. */
  const toldAfter = async (refusals: number) => {
    const path = `/api-keys/${id}/usage?granularity=hour&to=${after(7_200)}`;
    const isStored = ({ body }: Answer) =>
      body.byEndpoint.some(({ rateLimited }: { rateLimited: number }) => rateLimited >= refusals);
    await until(() => app.get(path, owner.at(7_200)), isStored);
    return (await told()).length;
  };
  expect(await repeat(3, () => withKey(60))).toEqual([200, 200, 200]);
  expect(await told()).toEqual([]);
  expect(await Promise.all([1, 2, 3].map(async () => (await withKey(62)).status))).toEqual([429, 429, 429]);
  expect(await toldAfter(3)).toBe(1);
  const [event] = await told();
  expect(event).toMatchObject({
    owner_id: owner.sub,
    payload: { id, status: "active", rateLimits: { requestsPerHour: 3 } },
  });
  expect(JSON.stringify(event)).not.toContain(key);
  expect((await withKey(120)).status).toBe(429);
  expect(await toldAfter(4)).toBe(1);
  expect(await repeat(4, () => withKey(3_700))).toEqual([200, 200, 200, 429]);
  expect(await toldAfter(5)).toBe(2);
  const rateLimits = { requestsPerHour: 4, requestsPerDay: 1000, requestsPerMonth: 30000 };
  expect((await app.send("PATCH", `/api-keys/${id}`, owner.at(3_700), { rateLimits })).status).toBe(200);
  await until(
    () => withKey(3_760),
    ({ status }) => status === 200,
  );
  expect((await withKey(3_761)).status).toBe(429);
  expect(await toldAfter(6)).toBe(3);
});

test("a replayed answer costs a minute unit and gives the day's back", async () => {
  const person = await newPerson();
  await holdPlanWithCredits(person);
  const consume = (key: string) =>
    app.post(
      "/credits/consume",
      { appId: "payroll", amount: 1, description: "test" },
      person.at(0, { "idempotency-key": key }),
    );
  const dayOf = async () => {
    const rows = await app.database.query<{ used: number }>(
      "SELECT used FROM hub.limit_counts WHERE subject = $1 AND counter LIKE 'app:payroll day %'",
      [`user:${person.sub}`],
    );
    return rows[0]?.used;
  };
  expect((await consume("first")).status).toBe(200);
  const replay = await consume("first");
  expect([
    replay.status,
    replay.headers["idempotent-replayed"],
    replay.headers["x-ratelimit-remaining"],
  ]).toEqual([200, "true", "8"]);
  await expect.poll(dayOf, { timeout: 60_000 }).toBe(1);
});

async function holdPlanWithCredits(person: Person): Promise<void> {
  await balance(person, -3600);
  const contextFor = (ownerId: string | null) => app.running.platform.contextIn("hub", ownerId);
  await createSpender({ contextFor } as never, 100, { appId: "payroll", ownerId: person.sub });
}

test("public paths admit 60 requests per minute per IP address for every principal", async () => {
  const from = (remoteAddress: string, seconds: number) =>
    app.running.router.server.inject({
      method: "GET",
      url: "/credits/packages/central",
      headers: { "x-test-clock": after(seconds) },
      remoteAddress,
    });
  for (let call = 0; call < 60; call++) expect((await from("198.51.100.7", 0)).statusCode).toBe(200);
  const refused = await from("198.51.100.7", 1);
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "59"]);
  expect(refused.json<{ details: object }>().details).toMatchObject({
    reason: "ip",
    class: "public",
    limit: 60,
  });
  expect((await from("198.51.100.8", 1)).statusCode).toBe(200);
  expect((await from("198.51.100.7", 60)).statusCode).toBe(200);
});

test("an address that sends 600 bad credentials is refused unheard; good calls never count to it", async () => {
  const person = await newPerson();
  const { server } = app.running.router;
  const from = (headers: Record<string, string>, seconds: number) =>
    server.inject({
      method: "GET",
      url: "/credits/balance/central",
      headers: { ...headers, "x-test-clock": after(seconds) },
      remoteAddress: "203.0.113.9",
    });
  for (let call = 0; call < 599; call++) await from(call % 2 ? {} : { authorization: "Bearer nonsense" }, 0);
  const good = person.at(0);
  for (let call = 0; call < 5; call++) expect((await from(good, 0)).statusCode).toBe(200);
  expect((await from({}, 0)).statusCode).toBe(401);
  const refused = await from(good, 1);
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "59"]);
  expect(refused.json<{ details: object }>().details).toMatchObject({ reason: "ip" });
  expect((await from(good, 60)).statusCode).toBe(200);
});

test("429 comes before any other fault of a request, except 401 without a credential", async () => {
  const person = await newPerson();
  await repeat(10, () => balance(person, 0));
  const forbidden = () => app.get("/admin/service-accounts", person.at(1));
  const faulty = () => app.post("/credits/consume", { amount: "x" }, person.at(1));
  expect([(await forbidden()).status, (await faulty()).status]).toEqual([429, 429]);
  const unknownApp = await balance(person, 1, { "x-app-id": "no-such-app" });
  expect(unknownApp.status).toBe(429);
  expect((await app.get("/credits/balance/central")).status).toBe(401);
});

test("an enterprise account has the abuse ceiling alone, in every app", async () => {
  const eve = await app.as("eve");
  for (const url of ["/credits/balance/central", "/credits/balance/invoicer"]) {
    const answer = await app.get(url, eve);
    expect(answer.headers["ratelimit-policy"]).toBe('"abuse";q=6000;w=60');
    expect(answer.headers["x-ratelimit-remaining"]).toBe("5999");
  }
});

test("administrators have 300 calls a minute to their operations, beside their own tier", async () => {
  const admin = await newPerson({ roles: ["admin"] });
  const list = (seconds: number) => app.get("/admin/service-accounts", admin.at(seconds));
  const first = await list(0);
  expect([first.status, first.headers["ratelimit-policy"]]).toEqual([200, '"admin";q=300;w=60']);
  for (let call = 1; call < 300; call++) await list(0);
  const refused = await list(0);
  expect([refused.status, refused.body.details.class]).toEqual([429, "admin"]);
  expect((await balance(admin, 0)).status).toBe(200);
});
