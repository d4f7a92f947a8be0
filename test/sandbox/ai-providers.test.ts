import { describe, expect, it } from "vitest";
import { readExternalServices } from "../../src/config/external-services.ts";
import { rejectMark } from "../../sandbox/ai-model.ts";
import type { TextPart, TextProvider } from "../../subgraphs/hub/ai/ai.port.ts";
import { createAnthropicText } from "../../subgraphs/hub/ai/providers/anthropic.adapter.ts";
import { createGoogleText } from "../../subgraphs/hub/ai/providers/google.adapter.ts";
import { createMistralText } from "../../subgraphs/hub/ai/providers/mistral.adapter.ts";
import { createOpenAiText } from "../../subgraphs/hub/ai/providers/openai.adapter.ts";
import { sendJson, startTestSandbox } from "./start-test-sandbox.ts";

const adapters = {
  openai: createOpenAiText,
  anthropic: createAnthropicText,
  google: createGoogleText,
  mistral: createMistralText,
};
const names = Object.keys(adapters) as (keyof typeof adapters)[];
const request = { prompt: "Say hello.", maxTokens: 200, temperature: 1 };
const patient = new AbortController().signal;

/** The provider as the platform calls it in demo mode, through its own SDK. */
function providerAt(sandboxUrl: string, name: keyof typeof adapters): TextProvider {
  const { baseUrl, secret, isSandbox } = readExternalServices({}, sandboxUrl)[name];
  return adapters[name]({ baseUrl, apiKey: secret!, model: `${name}-model`, isSandbox });
}

describe.each(names)("the stand-in for %s", (name) => {
  it("the AI stand-in is deterministic, says that it is a stand-in, and counts tokens", async () => {
    const { url } = await startTestSandbox();
    const provider = providerAt(url, name);
    const answer = await provider.write(request, patient);
    expect(answer.content).toContain("sandbox");
    expect(answer.content).toContain(`${name}-model`);
    expect(answer.content).toContain("Say hello.");
    expect(answer.usage).toEqual({
      inputTokens: 3,
      outputTokens: Math.ceil(answer.content.length / 4),
    });
    expect(await provider.write(request, patient)).toEqual(answer);
    const parts: TextPart[] = [];
    for await (const part of provider.stream(request, patient)) parts.push(part);
    const texts = parts.flatMap((part) => ("text" in part ? part.text : []));
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.join("")).toBe(answer.content);
    expect(parts.findLast((part) => "usage" in part)).toEqual({ usage: answer.usage });
  });

  it("refuses content that is marked so, as the provider's moderation does", async () => {
    const { url } = await startTestSandbox();
    const marked = { ...request, prompt: `Bad ${rejectMark}` };
    await expect(providerAt(url, name).write(marked, patient)).rejects.toMatchObject({ kind: "rejected" });
  });

  it("has faults and a journal of its own, without the key", async () => {
    const { url } = await startTestSandbox();
    const provider = providerAt(url, name);
    await provider.probe(patient);
    await sendJson("POST", `${url}/control/${name}`, { status: 529, times: 1 });
    await expect(provider.write(request, patient)).rejects.toMatchObject({ kind: "http_error", status: 529 });
    await sendJson("POST", `${url}/control/${name}`, { malformed: true, times: 1 });
    await expect(provider.write(request, patient)).rejects.toMatchObject({ kind: "empty" });
    await sendJson("POST", `${url}/control/${name}`, { dropRate: 1, times: 1 });
    await expect(provider.write(request, patient)).rejects.toMatchObject({ kind: "network" });
    expect((await provider.write(request, patient)).content).toContain("sandbox");
    const { body } = await sendJson("GET", `${url}/control/${name}/journal`);
    expect(body.requests).toHaveLength(5);
    const text = JSON.stringify(body);
    expect(text).toContain("Say hello.");
    expect(text).not.toContain("sk_test");
    for (const other of names.filter((candidate) => candidate !== name))
      expect((await sendJson("GET", `${url}/control/${other}/journal`)).body.requests).toEqual([]);
  });

  it("wants a key", async () => {
    const { url } = await startTestSandbox();
    const response = await fetch(`${url}/${name}/v1/models`);
    expect([response.status, response.headers.get("x-sandbox")]).toEqual([401, "true"]);
  });
});

it("a sandbox that is closed in the middle of an answer lets go of it", async () => {
  const sandbox = await startTestSandbox();
  await sendJson("POST", `${sandbox.url}/control/openai`, { latencyMs: 60_000 });
  const failing = providerAt(sandbox.url, "openai")
    .write(request, patient)
    .catch((error: unknown) => error);
  await expect
    .poll(async () => (await sendJson("GET", `${sandbox.url}/control/openai/journal`)).body.requests.length)
    .toBe(1);
  await sandbox.close();
  expect(await failing).toMatchObject({ kind: "network" });
});
