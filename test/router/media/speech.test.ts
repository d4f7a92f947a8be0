import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Speech } from "../../../router/media/speech.port.ts";
import { createGoogleSpeech } from "../../../router/media/google-speech.adapter.ts";
import { createOpenAiSpeech } from "../../../router/media/openai-speech.adapter.ts";
import { withFailover } from "../../../router/media/speech-failover.ts";
import { startSandbox, type Sandbox } from "../../../sandbox/sandbox.ts";
import { hearTones, speakTones } from "../../../sandbox/speech/tone-speech.ts";
import { fromMulaw, toMulaw } from "../../../src/telephony/mulaw.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { silentLog } from "../../support/silent-log.ts";

let sandbox: Sandbox;
let keyDir: string;
let providers: Record<"sessions" | "endpoint" | "google", Speech>;
beforeAll(async () => {
  keyDir = await mkdtemp(join(tmpdir(), "speech-test-"));
  const options = { port: 0, audience: "the-platform", log: silentLog, clock: systemClock, keyDir };
  sandbox = await startSandbox(options);
  const openai = (transcriptionModel: string, speechModel: string) =>
    createOpenAiSpeech({
      apiKey: "k",
      baseUrl: `${sandbox.url}/openai/v1`,
      transcriptionModel,
      speechModel,
    });
  providers = {
    sessions: openai("gpt-transcribe", "gpt-realtime-2.1-mini"),
    endpoint: openai("gpt-4o-mini-transcribe", "gpt-4o-mini-tts"),
    google: createGoogleSpeech({
      apiKey: "k",
      baseUrl: `${sandbox.url}/google`,
      transcriptionModel: "gemini-3.5-flash-lite",
      speechModel: "gemini-3.8-flash-lite-tts",
    }),
  };
});
afterAll(async () => {
  await sandbox?.close();
  await rm(keyDir, { recursive: true, force: true });
});
afterEach(() => Promise.all([fault("openai", null), fault("google", null)]));

async function fault(name: string, body: object | null): Promise<void> {
  const response = await fetch(`${sandbox.url}/control/${name}`, {
    method: body === null ? "DELETE" : "POST",
    headers: { "content-type": "application/json", connection: "close" },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
}

async function journalOf(name: string): Promise<{ path: string; body: unknown }[]> {
  const response = await fetch(`${sandbox.url}/control/${name}/journal`);
  return ((await response.json()) as { requests: { path: string; body: unknown }[] }).requests;
}

const never = new AbortController().signal;
const phone = (text: string) => Uint8Array.from(speakTones(text, 8_000), toMulaw);

async function heardOf(speech: Speech, text: string, signal = never): Promise<string> {
  const pieces: Uint8Array[] = [];
  const words = { text, voiceId: "Polly.Joanna", language: "en-US" };
  for await (const piece of speech.toSpeech.speak(words, signal)) pieces.push(piece);
  return hearTones(fromMulaw(Buffer.concat(pieces))).text;
}

test.each(["sessions", "endpoint", "google"] as const)(
  "texts are spoken and speech is recognized by %s",
  async (name) => {
    const speech = providers[name];
    expect(await heardOf(speech, "See you on Friday.")).toBe("See you on Friday.");
    const { text, confidence } = await speech.toText.recognize(phone("That suits me"), "en-US", never);
    expect(text).toBe("That suits me");
    // Newer models return no probabilities.
    expect(confidence).toBeCloseTo(name === "endpoint" ? 0.95 : 1);
    expect((await speech.toText.recognize(new Uint8Array(8_000).fill(0xff), "en-US", never)).text).toBe("");
  },
);

test("a session speaks text after text, several speak at the same time, and one that is interrupted ends", async () => {
  const speech = providers.sessions;
  const connections = async () =>
    (await journalOf("openai")).filter(({ path }) => path.includes("/realtime?")).length;
  await heardOf(speech, "First");
  const before = await connections();
  expect(await heardOf(speech, "Second")).toBe("Second");
  expect(await connections()).toBe(before);
  const texts = ["One", "Two", "Three"];
  expect(await Promise.all(texts.map((text) => heardOf(speech, text)))).toEqual(texts);
  expect(await connections()).toBe(before + 2);
  const interrupting = new AbortController();
  const words = { text: "A long text ".repeat(40), voiceId: "Polly.Amy", language: "en-GB" };
  let pieces = 0;
  for await (const _ of speech.toSpeech.speak(words, interrupting.signal)) {
    pieces += 1;
    interrupting.abort();
  }
  expect(pieces).toBe(1);
});

test("a provider that fails is followed by the next, and asked last for a while", async () => {
  let now = 0;
  const { sessions: openai, google } = providers;
  const both = [
    { name: "openai", speech: openai },
    { name: "google", speech: google },
  ];
  const speech = withFailover(both, silentLog, () => now);
  await heardOf(speech, "At first");
  await fault("openai", { status: 500 });
  expect(await heardOf(speech, "By the other")).toBe("By the other");
  const { text } = await speech.toText.recognize(phone("I am here"), "en-US", never);
  expect(text).toBe("I am here");
  await fault("openai", null);
  const asked = async () => (await journalOf("google")).length;
  const before = await asked();
  await heardOf(speech, "Still the other");
  expect(await asked()).toBe(before + 1);
  now = 30_001;
  await heardOf(speech, "The first again");
  expect(await asked()).toBe(before + 1);
  await Promise.all([fault("openai", { status: 500 }), fault("google", { status: 500 })]);
  await expect(heardOf(speech, "Nobody")).rejects.toMatchObject({ code: "UPSTREAM_FAILED" });
  const recognizing = speech.toText.recognize(phone("Nobody"), "en-US", never);
  await expect(recognizing).rejects.toMatchObject({ code: "UPSTREAM_FAILED" });
});

test("words that have begun to sound are not begun anew by another voice", async () => {
  const breaking = {
    ...providers.google,
    toSpeech: {
      async *speak() {
        yield phone("Half");
        throw new Error("gone");
      },
    },
  };
  const speech = withFailover(
    [
      { name: "one", speech: breaking },
      { name: "two", speech: providers.google },
    ],
    silentLog,
  );
  await expect(heardOf(speech, "Half of it")).rejects.toThrow("gone");
});
