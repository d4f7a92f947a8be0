import { PNG } from "pngjs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedAppWithTwins } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
});
afterAll(() => app?.close());
beforeEach(async () => {
  for (const provider of ["openai", "google"])
    await fetch(`${app.sandboxUrl}/control/${provider}`, { method: "DELETE" });
  await app.database.query("DELETE FROM hub.ai_breakers");
  await app.database.query("SELECT pg_notify('hub_ai_breakers', '')");
});

const path = "/ai/generate-image";

async function newCaller(appId = "central") {
  const ownerId = newId("usr");
  const token = await app.tokenFor({ sub: ownerId });
  return { ownerId, headers: { authorization: `Bearer ${token}`, "x-app-id": appId } };
}

const post = async (body: unknown, headers: Record<string, string> = {}) =>
  app.post(path, body, { ...(await newCaller()).headers, ...headers });

async function fault(provider: string, faults: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${app.sandboxUrl}/control/${provider}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(faults),
  });
  expect(response.ok).toBe(true);
}

/** Image requests that the stand-in has received, newest last. */
async function requestsTo(provider: string): Promise<{ path: string; body: Record<string, unknown> }[]> {
  const { requests } = (await (await fetch(`${app.sandboxUrl}/control/${provider}/journal`)).json()) as {
    requests: { path: string; method: string; body: Record<string, unknown> }[];
  };
  return requests.filter(({ method }) => method === "POST");
}

const creditsOf = (ownerId: string) =>
  app.database.query<{ status: string; source: string }>(
    "SELECT status, source FROM hub.image_credits WHERE owner_id = $1 ORDER BY created_at, request_id",
    [ownerId],
  );
const filesOf = (ownerId: string) =>
  app.database.query<{ id: string; stored_at: Date | null }>(
    "SELECT id, stored_at FROM hub.files WHERE owner_id = $1",
    [ownerId],
  );

describe("POST /ai/generate-image", () => {
  test("returns the documented fields, and a link to an image of the requested size", async () => {
    const { headers, ownerId } = await newCaller();
    const prompt = "A red door.";
    const answer = await app.post(path, { prompt, size: "1536x1024" }, headers);
    expect(answer).toMatchObject({ status: 200, headers: { "x-ai-attempts": "1" } });
    expect(answer.body).toEqual({
      imageUrl: expect.stringMatching(
        new RegExp(`^${app.url}/files/file_[0-9a-z]{26}\\?e=\\d+&k=derived&s=[\\w-]{43}$`),
      ),
      filename: expect.stringMatching(/^central-\d{8}-[0-9a-f]{8}\.png$/),
      revisedPrompt: null,
      duration: expect.any(Number),
      creditsRemaining: 4,
      fileId: expect.stringMatching(/^file_/),
      provider: "openai",
      model: "gpt-image-2.5-flare-sandbox",
    });
    const response = await fetch(answer.body.imageUrl as string);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("content-disposition")).toContain(answer.body.filename);
    const picture = PNG.sync.read(Buffer.from(await response.arrayBuffer()));
    expect([picture.width, picture.height]).toEqual([1536, 1024]);
    const [, expires] = /e=(\d+)/.exec(answer.body.imageUrl as string)!;
    const days = (Number(expires) * 1000 - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(364.9);
    expect(days).toBeLessThanOrEqual(365);
    expect(await creditsOf(ownerId)).toEqual([{ status: "spent", source: "allowance" }]);
  });

  test("sends each provider's own parameters", async () => {
    const input = { prompt: "A red door.", size: "1024x1536", quality: "high", style: "technical" };
    await post(input);
    const styled =
      "A red door.\n\nStyle: technical illustration, precise lines, clear structure, diagram-like, no decoration.";
    expect((await requestsTo("openai")).at(-1)!.body).toEqual({
      model: "gpt-image-2.5-flare",
      prompt: styled,
      size: "1024x1536",
      quality: "high",
      n: 1,
      output_format: "png",
    });
    await fault("openai", { status: 500 });
    expect((await post(input)).body).toMatchObject({
      provider: "google",
      model: "gemini-3.1-flash-image-sandbox",
    });
    expect((await requestsTo("google")).at(-1)!.body).toMatchObject({
      contents: [{ parts: [{ text: styled }] }],
      generationConfig: {
        responseModalities: ["IMAGE"],
        imageConfig: { aspectRatio: "2:3", imageSize: "2K" },
      },
    });
  });

  test("applies the documented defaults", async () => {
    await post({ prompt: "x" });
    expect((await requestsTo("openai")).at(-1)!.body).toMatchObject({
      size: "1024x1024",
      quality: "auto",
      prompt: expect.stringContaining("Style: professional"),
    });
  });

  test.each([
    ["prompt", {}],
    ["prompt", { prompt: "" }],
    ["prompt", { prompt: "x".repeat(4_001) }],
    ["size", { prompt: "x", size: "512x512" }],
    ["quality", { prompt: "x", quality: "xhigh" }],
    ["style", { prompt: "x", style: "loud" }],
    ["n", { prompt: "x", n: 2 }],
  ])("refuses a bad %s (case %#), asks nobody and takes no credit", async (field, body) => {
    const before = (await requestsTo("openai")).length;
    const { headers, ownerId } = await newCaller();
    const answer = await app.post(path, body, headers);
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(answer.body.details.fields.map(({ path: at }: { path: string }) => at)).toEqual([field]);
    expect((await requestsTo("openai")).length).toBe(before);
    expect(await creditsOf(ownerId)).toEqual([]);
  });

  test("checks the credential first, then that the app exists", async () => {
    const { headers } = await newCaller();
    const { "x-app-id": _, ...withoutApp } = headers;
    expect(await app.post(path, { prompt: "x" })).toMatchObject({ status: 401 });
    expect(await app.post(path, { prompt: "x" }, withoutApp)).toMatchObject({
      status: 400,
      body: { code: "MISSING_APP_ID" },
    });
    expect(await post({ prompt: "x" }, { "x-app-id": "nobodys" })).toMatchObject({
      status: 400,
      body: { code: "UNKNOWN_APP" },
    });
  });

  test("counts in the rate limit of AI images", () => {
    const { access } = app.running.router.registry.get("GenerateImage")!;
    expect(access).toMatchObject({ limit: "ai-image", auth: "caller", scope: "write:ai" });
  });
});

describe("image credits", () => {
  test("twenty parallel requests with five image credits create five images and fifteen rejections", async () => {
    const { headers, ownerId } = await newCaller();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => app.post(path, { prompt: `Picture ${index}` }, headers)),
    );
    const drawn = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 402);
    expect([drawn.length, refused.length]).toEqual([5, 15]);
    expect(drawn.map(({ body }) => body.creditsRemaining as number)).toContain(0);
    expect(new Set(drawn.map(({ body }) => body.imageUrl as string)).size).toBe(5);
    expect(refused[0]!.body).toMatchObject({
      code: "IMAGE_CREDITS_EXHAUSTED",
      remaining: 0,
      upgradeUrl: `${app.url}/settings`,
      details: { required: 1, remaining: 0, resetsAt: expect.stringMatching(/-01T00:00:00\.000Z$/) },
    });
    expect((await creditsOf(ownerId)).filter(({ status }) => status === "spent")).toHaveLength(5);
    // A refused request leaves nothing in the books.
    const requests = await app.database.query("SELECT status FROM hub.ai_requests WHERE owner_id = $1", [
      ownerId,
    ]);
    expect(requests.map(({ status }) => status)).toEqual(Array(5).fill("succeeded"));
  });

  test("the free plan has five images over all apps together", async () => {
    const { headers } = await newCaller();
    const from = (appId: string) => app.post(path, { prompt: "x" }, { ...headers, "x-app-id": appId });
    expect((await from("central")).body.creditsRemaining).toBe(4);
    expect((await from("invoicer")).body.creditsRemaining).toBe(3);
    expect((await from("payroll")).body.creditsRemaining).toBe(2);
  });

  test("image credits follow the plan; administrators have no limit, and appear in the usage anyway", async () => {
    const draw = async (name: string) =>
      app.post(path, { prompt: "x" }, { ...(await app.as(name)), "x-app-id": "central" });
    expect((await draw("sam")).body.creditsRemaining).toBe(49);
    expect((await draw("pia")).body.creditsRemaining).toBe(249);
    expect((await draw("bo")).body.creditsRemaining).toBe(999);
    expect((await draw("eve")).body.creditsRemaining).toBe(-1);
    const usage = async () => {
      const answer = await app.get("/ai/usage/central", await app.as("ada"));
      return answer.body.totals.imageRequests as number;
    };
    const before = await usage();
    expect((await draw("ada")).body.creditsRemaining).toBe("unlimited");
    expect(await usage()).toBe(before + 1);
    const graph = await app.graphql(
      'mutation { generateImage(input: { prompt: "x" }) { creditsRemaining } }',
      {},
      { ...(await app.as("ada")), "x-app-id": "central" },
    );
    expect(graph.body.data.generateImage).toEqual({ creditsRemaining: "unlimited" });
  });

  test.each([
    [
      "every provider fails",
      { openai: { status: 500 }, google: { status: 503 } },
      500,
      "PROVIDERS_UNAVAILABLE",
    ],
    ["a provider refuses the content", {}, 400, "CONTENT_REJECTED"],
  ])("are given back when %s", async (_what, faults, status, code) => {
    const { headers, ownerId } = await newCaller();
    for (const [provider, one] of Object.entries(faults)) await fault(provider, one);
    const prompt = code === "CONTENT_REJECTED" ? "[sandbox:reject] x" : "x";
    expect(await app.post(path, { prompt }, headers)).toMatchObject({ status, body: { code } });
    expect(await creditsOf(ownerId)).toEqual([{ status: "released", source: "allowance" }]);
    expect(await filesOf(ownerId)).toEqual([]);
    for (const provider of Object.keys(faults))
      await fetch(`${app.sandboxUrl}/control/${provider}`, { method: "DELETE" });
    await app.database.query("DELETE FROM hub.ai_breakers");
    await app.database.query("SELECT pg_notify('hub_ai_breakers', '')");
    expect((await app.post(path, { prompt: "x" }, headers)).body.creditsRemaining).toBe(4);
  });

  test("a client disconnect releases the image credit", async () => {
    await fault("openai", { latencyMs: 60_000 });
    const { headers, ownerId } = await newCaller();
    const leaving = new AbortController();
    const asking = fetch(app.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ prompt: "x" }),
      signal: leaving.signal,
    });
    await until("the credit is set aside", async () => (await creditsOf(ownerId))[0]?.status === "held");
    leaving.abort();
    await expect(asking).rejects.toThrow();
    await until("it is given back", async () => (await creditsOf(ownerId))[0]?.status === "released");
  });
});

describe("an idempotency key", () => {
  test("an idempotency key replays the same image for one credit", async () => {
    const { headers, ownerId } = await newCaller();
    const keyed = { ...headers, "idempotency-key": newId("k") };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.post(path, { prompt: "x" }, keyed)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { creditsRemaining: 4 } });
    expect(await creditsOf(ownerId)).toHaveLength(1);
    expect(await filesOf(ownerId)).toHaveLength(1);
    expect(await app.post(path, { prompt: "y" }, keyed)).toMatchObject({ status: 422 });
  });

  test("an idempotency key of a failed request can be retried, and then captures the credit", async () => {
    const { headers, ownerId } = await newCaller();
    const keyed = { ...headers, "idempotency-key": newId("k") };
    await fault("openai", { status: 500, times: 1 });
    await fault("google", { status: 500, times: 1 });
    expect((await app.post(path, { prompt: "x" }, keyed)).status).toBe(500);
    expect(await creditsOf(ownerId)).toEqual([{ status: "released", source: "allowance" }]);
    expect(await app.post(path, { prompt: "x" }, keyed)).toMatchObject({
      status: 200,
      body: { creditsRemaining: 4 },
    });
    expect(await creditsOf(ownerId)).toEqual([{ status: "spent", source: "allowance" }]);
  });

  test("no image link of an idempotency key is readable in the database", async () => {
    const { headers } = await newCaller();
    const { body } = await app.post(path, { prompt: "x" }, { ...headers, "idempotency-key": newId("k") });
    const [, signature] = /s=([\w-]{43})/.exec(body.imageUrl as string)!;
    const rows = await app.database.query("SELECT t::text AS row FROM hub.idempotency_keys t");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => String(row).includes(signature!))).toEqual([]);
  });
});

test("every attempt's outcome and cost is recorded", async () => {
  await fault("openai", { status: 500, times: 1 });
  const { headers, ownerId } = await newCaller();
  await app.post(path, { prompt: "A red door." }, headers);
  const requests = await app.database.query("SELECT * FROM hub.ai_requests WHERE owner_id = $1", [ownerId]);
  const attempts = await app.database.query(
    "SELECT * FROM hub.ai_attempts WHERE owner_id = $1 ORDER BY number",
    [ownerId],
  );
  expect(attempts).toMatchObject([
    { provider: "openai", outcome: "http_error", http_status: 500, cost_micro_usd: null },
    { provider: "google", outcome: "answered", output_tokens: 1120, price_version: expect.any(String) },
  ]);
  const [input] = attempts.slice(-1).map(({ input_tokens: tokens }) => Number(tokens));
  // 0.50 and 60 US dollars for a million tokens.
  const cost = String(Math.ceil((input! * 500_000 + 1120 * 60_000_000) / 1_000_000));
  expect(requests).toMatchObject([
    { kind: "image", status: "succeeded", provider: "google", cost_micro_usd: cost },
  ]);
});

test("the log contains neither prompt nor link, and the database no prompt", async () => {
  const canary = "pRoMpTcAnArY";
  const { headers } = await newCaller();
  const { body } = await app.post(path, { prompt: canary }, { ...headers, "idempotency-key": newId("k") });
  await app.post(path, { prompt: `${canary} [sandbox:reject]` }, headers);
  await app.get((body.imageUrl as string).slice(app.url.length));
  const [, signature] = /s=([\w-]{43})/.exec(body.imageUrl as string)!;
  const log = app.logLines.join("");
  expect([log.includes(canary), log.includes(signature!)]).toEqual([false, false]);
  const tables = await app.database.query<{ name: string }>(
    "SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relnamespace = 'hub'::regnamespace AND c.relkind IN ('r', 'p')",
  );
  for (const { name } of tables) {
    const rows = await app.database.query(`SELECT 1 FROM ${name} AS t WHERE t::text LIKE $1`, [
      `%${canary}%`,
    ]);
    expect([name, rows.length]).toEqual([name, 0]);
  }
});
