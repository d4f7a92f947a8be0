import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { createKey } from "../../gateway/support/people.ts";
import { signUp, type TestPerson } from "../accounts/organizations.ts";

let app: TestApp;
let person: TestPerson;
beforeAll(async () => {
  app = await openSharedApp();
  person = await signUp(app);
  const requests = [
    ["text", "succeeded", "2026-01-01T10:00:00.000Z"],
    ["text", "failed", "2026-01-02T10:00:00.000Z"],
    ["image", "succeeded", "2026-01-02T10:00:00.000Z"],
  ] as const;
  for (const [kind, status, at] of requests) {
    const id = newId("air");
    await app.database.query(
      `INSERT INTO hub.ai_requests (id, owner_id, app_id, kind, status, prompt_hash, prompt_bytes, provider, model,
         duration_ms, created_at)
       VALUES ($1, $2, 'central', $3, $4, 'hash', 9, 'openai', 'model-1', 120, $5)`,
      [id, person.userId, kind, status, at],
    );
    await app.database.query(
      `INSERT INTO hub.ai_attempts (request_id, number, owner_id, provider, model, outcome, duration_ms, input_tokens,
         output_tokens, is_guessed)
       VALUES ($1, 1, $2, 'mistral', 'model-0', 'timeout', 50, NULL, NULL, false),
         ($1, 2, $2, 'openai', 'model-1', 'ok', 70, 30, 200, $3)`,
      [id, person.userId, kind === "image"],
    );
    if (kind === "image")
      await app.database.query(
        `INSERT INTO hub.image_credits (request_id, owner_id, app_id, month, source, status, expires_at, created_at)
         VALUES ($1, $2, 'central', '2026-01-01', 'allowance', 'spent', $3, $3)`,
        [id, person.userId, at],
      );
  }
});
afterAll(() => app?.close());

test("generations are listed newest first, page by page, with model, tokens and credits", async () => {
  const first = (await app.get("/ai/generations?limit=2", person.headers)).body;
  const { body } = await app.get(`/ai/generations?limit=2&cursor=${first.nextCursor}`, person.headers);
  expect(body.nextCursor).toBeNull();
  const all = [...first.generations, ...body.generations];
  expect(new Set(all.map(({ id }: { id: string }) => id)).size).toBe(3);
  expect(all.find(({ kind }: { kind: string }) => kind === "image")).toMatchObject({
    appId: "central",
    status: "succeeded",
    provider: "openai",
    model: "model-1",
    inputTokens: 30,
    outputTokens: 200,
    isEstimated: true,
    imageCredits: 1,
    durationMs: 120,
  });
  expect(all[2]).toMatchObject({
    kind: "text",
    imageCredits: 0,
    isEstimated: false,
    createdAt: "2026-01-01T10:00:00.000Z",
  });
});

test("the list can be limited to a kind and to later times", async () => {
  const kinds = async (query: string) =>
    (await app.get(`/ai/generations?${query}`, person.headers)).body.generations.map(
      ({ kind, status }: { kind: string; status: string }) => `${kind} ${status}`,
    );
  expect(await kinds("kind=image")).toEqual(["image succeeded"]);
  expect(await kinds("kind=text&from=2026-01-02T00:00:00Z")).toEqual(["text failed"]);
});

test("nobody else sees them, and a key needs the scope", async () => {
  const other = await signUp(app);
  expect((await app.get("/ai/generations", other.headers)).body).toEqual({
    generations: [],
    nextCursor: null,
  });
  const key = await createKey(app, person.userId, ["read:ai"]);
  expect((await app.get("/ai/generations", key)).body.generations).toHaveLength(3);
  const limited = await createKey(app, person.userId, ["read:credits"]);
  expect((await app.get("/ai/generations", limited)).status).toBe(403);
});
