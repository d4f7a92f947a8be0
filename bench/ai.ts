/**
 * Measures what text generation adds to the provider's own time: POST /ai/generate-text against the same
 * request made by the same SDK directly, alternating and sequential; and the cost of a first provider whose
 * breaker is open.
 */
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { startBenchPlatform } from "./platform/servers.ts";
import { freePorts, start } from "./processes.ts";
import { recordSection } from "./results-file.ts";
import { settings } from "./settings.ts";
import { milliseconds, renderTable } from "./table.ts";

const callsARound = Math.max(50, Math.round(settings.seconds * 250));
const prompt = "Say something about the weather. ".repeat(8);

const [port] = (await freePorts(1)) as [number];
const root = `http://127.0.0.1:${port}`;
const provider = await start("ai-provider.ts", [String(port)], { core: 1 });
const platform = await startBenchPlatform({
  OPENAI_BASE_URL: `${root}/openai`,
  ANTHROPIC_BASE_URL: `${root}/anthropic`,
  AI_TEXT_ORDER: "openai,anthropic",
  // The highest limit of any plan is 300 texts per minute; the cost of counting is measured separately.
  NODE_ENV: "development",
  RATE_LIMITS: "off",
});
try {
  const openai = new OpenAI({ apiKey: "sk_bench", baseURL: `${root}/openai`, maxRetries: 0 });
  const anthropic = new Anthropic({ apiKey: "sk_bench", baseURL: `${root}/anthropic`, maxRetries: 0 });
  const message = { role: "user" as const, content: prompt };
  const direct = await compare(() =>
    openai.chat.completions.create({
      model: "gpt-6-luna",
      messages: [message],
      max_completion_tokens: 2000,
      reasoning_effort: "none",
      temperature: 0.7,
    }),
  );
  await fetch(`${root}/openai/break`);
  // Five failures open it; it is left alone for 30 seconds.
  for (let call = 0; call < 6; call++) await generate("anthropic");
  const behindOpen = await compare(
    () =>
      anthropic.messages.create({
        model: "claude-haiku-5-5",
        max_tokens: 2000,
        thinking: { type: "disabled" },
        messages: [message],
      }),
    { rounds: 1, answeredBy: "anthropic" },
  );
  report([
    ["the first provider answers", direct],
    ["the first provider's breaker is open, the second answers", behindOpen],
  ]);
} finally {
  await platform.stop();
  await provider.stop();
}

interface Compared {
  directMs: number;
  platformMs: number;
}

async function generate(answeredBy: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${platform.port}/ai/generate-text`, {
    method: "POST",
    headers: { ...platform.headers, "x-app-id": "central", "content-type": "application/json" },
    body: JSON.stringify({ prompt }),
  });
  const body = (await response.json()) as { provider?: string };
  if (body.provider !== answeredBy) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
}

/** Medians of both ways, alternating; the best round counts. */
async function compare(
  callDirectly: () => Promise<unknown>,
  { rounds = settings.rounds, answeredBy = "openai" } = {},
): Promise<Compared> {
  const warmUps = answeredBy === "openai" ? 300 : 50;
  for (let call = 0; call < warmUps; call++) await Promise.all([generate(answeredBy), callDirectly()]);
  let best: Compared = { directMs: Infinity, platformMs: Infinity };
  for (let round = 0; round < rounds; round++) {
    const direct: number[] = [];
    const byPlatform: number[] = [];
    for (let call = 0; call < callsARound; call++) {
      direct.push(await timed(callDirectly));
      byPlatform.push(await timed(() => generate(answeredBy)));
    }
    const measured = { directMs: median(direct), platformMs: median(byPlatform) };
    if (measured.platformMs - measured.directMs < best.platformMs - best.directMs) best = measured;
    if (best.directMs === Infinity) best = measured;
  }
  return best;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function report(measured: readonly (readonly [string, Compared])[]): void {
  const rows = measured.map(([title, { directMs, platformMs }]) => [
    title,
    milliseconds(directMs),
    milliseconds(platformMs),
    milliseconds(platformMs - directMs),
    (platformMs / directMs).toFixed(1),
  ]);
  const text = [
    "## AI",
    "",
    "Medians of single calls in turn, by a provider that answers at once: by its SDK directly, and by POST /ai/generate-text, " +
      "which adds a request of its own, the credential, the row written before and the books after. Best round.",
    "",
    renderTable(["", "SDK directly, ms", "platform, ms", "added, ms", "ratio"], rows),
  ].join("\n");
  process.stdout.write(`${text}\n`);
  if (settings.isWhole) void recordSection("ai", text);
}
