import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { createClient } from "graphql-sse";
import { openEvents } from "../../router/subscriptions/watching.ts";
import { until } from "../../support/poll.ts";
import { createAiWorld, type AiWorld } from "./ai-world.ts";
import { counted, providerNames, words } from "./mock-providers.ts";

let world: AiWorld;
beforeAll(async () => {
  world = await createAiWorld();
});
afterAll(() => world?.close());
beforeEach(() => world.behave());

const query = /* GraphQL */ `
  subscription ($input: GenerateTextInput!) {
    textGenerated(input: $input) {
      delta
      result {
        content
        provider
        model
        fallback
        duration
        usage {
          inputTokens
          outputTokens
          estimatedCostUsd
        }
      }
    }
  }
`;

interface Part {
  delta: string;
  result: { content: string; provider: string; fallback: boolean; usage: unknown } | null;
}

const open = (input: object, headers: Record<string, string>) =>
  openEvents(world.app.url, { query, variables: { input: { prompt: "Write.", ...input } } }, headers);

/** All parts, and the code of the error that ended them. */
async function readAll(
  events: Awaited<ReturnType<typeof open>>,
): Promise<{ parts: Part[]; code: string | null }> {
  const parts: Part[] = [];
  for (;;) {
    const event = await events.next();
    if (event === null || event.event === "complete") return { parts, code: null };
    const { data, errors } = JSON.parse(event.data) as {
      data?: { textGenerated: Part } | null;
      errors?: { extensions: { code: string } }[];
    };
    if (errors) return { parts, code: errors[0]!.extensions.code };
    parts.push(data!.textGenerated);
  }
}

const settled = (ownerId: string) =>
  until("it is in the books", async () => {
    const books = await world.booksOf(ownerId);
    return books.requests[0]?.["status"] === "running" ? null : books;
  });

test.each(providerNames)(
  "words of %s come as it writes them, and the whole with what it took at the end",
  async (name) => {
    const before = providerNames.slice(0, providerNames.indexOf(name));
    await world.behave(Object.fromEntries(before.map((other) => [other, { status: 500 }])));
    const { headers, ownerId } = await world.newCaller();
    const { parts, code } = await readAll(await open({}, headers));
    expect(code).toBeNull();
    expect(parts.map(({ delta }) => delta).join("")).toBe(words.join(""));
    expect(parts.slice(0, -1).every(({ result }) => result === null)).toBe(true);
    expect(parts.at(-1)!.result).toMatchObject({
      content: words.join(""),
      provider: name,
      fallback: before.length > 0,
      duration: expect.any(Number),
      usage: { ...counted, estimatedCostUsd: expect.any(Number) },
    });
    const { requests, attempts } = await settled(ownerId);
    expect(requests).toMatchObject([{ status: "succeeded", is_streamed: true, provider: name }]);
    expect(attempts).toHaveLength(before.length + 1);
    expect(attempts.at(-1)).toMatchObject({ outcome: "answered", input_tokens: 11, is_guessed: false });
  },
);

test("the first words are delivered while the rest is still being generated", async () => {
  await world.behave({ openai: "slow-stream" });
  const { headers } = await world.newCaller();
  const events = await open({}, headers);
  expect(await events.result()).toMatchObject({ data: { textGenerated: { delta: words[0], result: null } } });
});

test("closing the stream aborts the provider's request; the partial text's cost is estimated", async () => {
  await world.behave({ openai: "slow-stream" });
  const { headers, ownerId } = await world.newCaller();
  const client = createClient({ url: `${world.app.url}/graphql`, headers });
  onTestFinished(() => client.dispose());
  const parts = client.iterate({ query, variables: { input: { prompt: "Write." } } });
  await parts.next();
  await parts.return!();
  await until("its request is ended", () => world.mocks.openai.abandoned === 1);
  const { requests, attempts } = await settled(ownerId);
  expect(requests).toMatchObject([{ status: "aborted", cost_micro_usd: "1" }]);
  expect(attempts).toMatchObject([
    { outcome: "aborted", is_guessed: true, input_tokens: 2, output_tokens: 1 },
  ]);
  expect(world.mocks.anthropic.seen).toEqual([]);
});

test("a disconnect before the first word aborts the request, too", async () => {
  await world.behave({ openai: "hang" });
  const { headers, ownerId } = await world.newCaller();
  const events = await open({}, headers);
  await until("the provider is asked", () => world.mocks.openai.seen.length === 1);
  events.hangUp();
  await until("its request is ended", () => world.mocks.openai.abandoned === 1);
  expect((await settled(ownerId)).requests).toMatchObject([{ status: "aborted", cost_micro_usd: null }]);
});

test("a provider that times out before the first word is followed by the next one", async () => {
  await world.behave({ openai: "hang", anthropic: "empty" });
  const { headers, ownerId } = await world.newCaller();
  const { parts } = await readAll(await open({ timeout: 1000 }, headers));
  expect(parts.at(-1)!.result).toMatchObject({ provider: "google", fallback: true });
  const { attempts } = await settled(ownerId);
  expect(attempts.map(({ outcome }) => outcome)).toEqual(["timeout", "empty", "answered"]);
});

test("after the first word no other provider is tried: the stream ends with an error", async () => {
  await world.behave({ openai: "cut-off" });
  const { headers, ownerId } = await world.newCaller();
  const { parts, code } = await readAll(await open({}, headers));
  expect(parts).toEqual([{ delta: words[0], result: null }]);
  expect(code).toBe("PROVIDERS_UNAVAILABLE");
  expect(world.mocks.anthropic.seen).toEqual([]);
  const { requests, attempts } = await settled(ownerId);
  expect(requests).toMatchObject([{ status: "failed" }]);
  expect(attempts).toMatchObject([{ outcome: "network", is_guessed: true }]);
});

test("a provider that stalls in the middle is aborted after the request's timeout", async () => {
  await world.behave({ openai: "slow-stream" });
  const { headers, ownerId } = await world.newCaller();
  const { code } = await readAll(await open({ timeout: 1000 }, headers));
  expect(code).toBe("PROVIDERS_UNAVAILABLE");
  expect((await settled(ownerId)).attempts).toMatchObject([{ outcome: "timeout" }]);
  await until("its request is ended", () => world.mocks.openai.abandoned === 1);
});

test("a stream is rejected with the same errors as at the other doors", async () => {
  const { headers } = await world.newCaller();
  const { "x-app-id": _, ...withoutApp } = headers;
  expect((await readAll(await open({}, withoutApp))).code).toBe("MISSING_APP_ID");
  expect((await readAll(await open({}, {}))).code).toBe("MISSING_TOKEN");
  expect((await readAll(await open({ maxTokens: 0 }, headers))).code).toBe("VALIDATION_ERROR");
  await world.behave({ openai: "moderation" });
  expect((await readAll(await open({}, headers))).code).toBe("CONTENT_REJECTED");
  await world.behave(Object.fromEntries(providerNames.map((name) => [name, { status: 500 }])));
  expect((await readAll(await open({}, headers))).code).toBe("PROVIDERS_UNAVAILABLE");
});
