import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TextPart } from "../../../subgraphs/hub/ai/ai.port.ts";
import { ProviderFault } from "../../../subgraphs/hub/ai/providers/provider-fault.ts";
import {
  counted,
  openMocks,
  providerNames,
  words,
  type Behaviour,
  type MockProvider,
} from "./mock-providers.ts";

let mocks: MockProvider[];
beforeAll(async () => {
  mocks = await openMocks();
});
afterAll(() => Promise.all(mocks.map((mock) => mock.close())));

const request = { prompt: "Write.", maxTokens: 100, temperature: 1.7 };
const patient = () => new AbortController().signal;
const mockOf = (name: string) => mocks.find((mock) => mock.name === name)!;

async function faultOf(work: Promise<unknown>): Promise<ProviderFault> {
  const thrown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(ProviderFault);
  return thrown as ProviderFault;
}

async function readAll(parts: AsyncIterable<TextPart>): Promise<TextPart[]> {
  const read: TextPart[] = [];
  for await (const part of parts) read.push(part);
  return read;
}

const faults: [string, Behaviour, Partial<ProviderFault>][] = [
  ["a connection that nobody takes", "refuse", { kind: "unreachable", status: null }],
  ["a connection that breaks off", "reset", { kind: "network", status: null }],
  ["408", { status: 408 }, { kind: "http_error", status: 408 }],
  ["409", { status: 409 }, { kind: "http_error", status: 409 }],
  [
    "429 that says how long",
    { status: 429, headers: { "retry-after": "7" } },
    { kind: "http_error", status: 429, retryAfterMs: 7_000 },
  ],
  ["500", { status: 500 }, { kind: "http_error", status: 500 }],
  ["503", { status: 503 }, { kind: "http_error", status: 503 }],
  ["529", { status: 529 }, { kind: "http_error", status: 529 }],
  ["a key that is wrong", "wrong-key", { kind: "http_error", status: 401 }],
  ["an answer with nothing in it", "empty", { kind: "empty", usage: counted }],
  ["an answer that cannot be read", "malformed", { kind: "empty" }],
  ["a refusal by moderation", "moderation", { kind: "rejected", usage: counted }],
  ["a refusal by moderation with a status", "moderation-status", { kind: "rejected" }],
];

describe.each(providerNames)("%s", (name) => {
  test("generates text, with the provider's usage", async () => {
    await mockOf(name).behave("ok");
    const answer = await mockOf(name).provider.write(request, patient());
    expect(answer).toEqual({ content: `${name} writes`, usage: counted });
    expect(mockOf(name).seen).toHaveLength(1);
    const [seen] = mockOf(name).seen;
    expect(JSON.stringify(seen!.headers)).toContain("sk_test_mock");
    expect(JSON.stringify(seen!.body)).toContain("Write.");
  });

  test("streams text, with the usage at the end", async () => {
    await mockOf(name).behave("ok");
    const parts = await readAll(mockOf(name).provider.stream(request, patient()));
    expect(parts.flatMap((part) => ("text" in part ? part.text : []))).toEqual(words);
    expect(parts.findLast((part) => "usage" in part)).toEqual({ usage: counted });
  });

  test.each(faults)("%s becomes its own fault, after one request", async (_title, behaviour, expected) => {
    const mock = mockOf(name);
    const { provider } = mock;
    await mock.behave(behaviour);
    expect(await faultOf(provider.write(request, patient()))).toMatchObject(expected);
    expect(mock.seen.length).toBe(behaviour === "refuse" ? 0 : 1);
    if (behaviour !== "empty" && behaviour !== "malformed") {
      const { usage: _usage, ...streamed } = expected;
      expect(await faultOf(readAll(provider.stream(request, patient())))).toMatchObject(streamed);
    }
    await mock.behave("ok");
  });

  test("a stream that breaks off is an error", async () => {
    await mockOf(name).behave("cut-off");
    const parts: TextPart[] = [];
    const reading = (async () => {
      for await (const part of mockOf(name).provider.stream(request, patient())) parts.push(part);
    })();
    expect(await faultOf(reading)).toMatchObject({ kind: "network" });
    expect(parts[0]).toEqual({ text: words[0] });
  });

  test("aborts its request on the signal", async () => {
    await mockOf(name).behave("hang");
    const leaving = new AbortController();
    const asking = faultOf(mockOf(name).provider.write(request, leaving.signal));
    await expect.poll(() => mockOf(name).seen.length).toBe(1);
    leaving.abort();
    await asking;
    await expect.poll(() => mockOf(name).abandoned).toBe(1);
  });

  test("probes the provider without billed tokens", async () => {
    await mockOf(name).behave("ok");
    await mockOf(name).provider.probe(patient());
    await mockOf(name).behave({ status: 503 });
    expect(await faultOf(mockOf(name).provider.probe(patient()))).toMatchObject({ status: 503 });
    expect(mockOf(name).seen).toEqual([]);
  });
});

describe("request parameters of each provider", () => {
  const bodyAt = async (name: string) => {
    await mockOf(name).behave("ok");
    await mockOf(name).provider.write(request, patient());
    return mockOf(name).seen[0]!;
  };

  test("openai: reasoning is off, so that the temperature applies and no hidden output is billed", async () => {
    const { path, body } = await bodyAt("openai");
    expect(path).toBe("/v1/chat/completions");
    expect(body).toMatchObject({ max_completion_tokens: 100, temperature: 1.7, reasoning_effort: "none" });
  });

  test("anthropic: thinking is off, and models without a temperature receive none", async () => {
    const { path, body } = await bodyAt("anthropic");
    expect(path).toBe("/v1/messages");
    expect(body).toMatchObject({ max_tokens: 100, thinking: { type: "disabled" } });
    expect(body).not.toHaveProperty("temperature");
  });

  test("google: the temperature is sent unchanged", async () => {
    const { path, body } = await bodyAt("google");
    expect(path).toBe("/v1beta/models/gemini-3.5-flash-lite:generateContent");
    expect(body["generationConfig"]).toMatchObject({ maxOutputTokens: 100, temperature: 1.7 });
  });

  test("mistral: the temperature is capped at the provider's maximum", async () => {
    const { path, body } = await bodyAt("mistral");
    expect(path).toBe("/v1/chat/completions");
    expect(body).toMatchObject({ max_tokens: 100, temperature: 1.5 });
  });
});
