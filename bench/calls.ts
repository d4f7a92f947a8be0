/**
 * Measures calls over streams of audio: the platform in one process on one core, with as many calls at once as the first
 * argument says (default: 50). The carrier, the speech and the database are on the other core. Counts how late frames of
 * audio leave the platform, and how long people wait for an answer.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { demoKeys } from "../src/demo-identities.ts";
import { projectPath } from "../src/project-root.ts";
import { startOwnDatabase } from "../test/split/own-database.ts";
import { prepareDatabase, startOwnSandbox } from "../test/split/own-sandbox.ts";
import { freePorts, pinAll, startFlags } from "./processes.ts";
import { recordSection } from "./results-file.ts";
import { renderTable } from "./table.ts";

const calls = Number(process.argv[2] ?? 50);
/** So few that only the platform is measured, and not the stand-ins. */
const fewCalls = 10;
/** Vendors' answers take so long, each: recognizing, writing a reply, and the first audio of it. */
const vendorMs = 150;
const wantedLateMs = 40;
const wantedResponseMs = 1_200;
const says = ["Tell me about Monday", "What about Monday then", "Yes, that suits me"];
const steps = [
  { id: "ask", say: "Does Friday suit you?", expect: ["yes"], next: { yes: "booked", "*": "ask" } },
  { id: "booked", say: "See you on Friday.", goal: true },
];

interface Report {
  faults: string[];
  heard: string[];
}

type Json = Record<string, unknown>;

const closers: (() => Promise<unknown>)[] = [];
try {
  pinAll(process.pid, 1);
  const database = await startOwnDatabase();
  closers.push(() => database.stop());
  await prepareDatabase(database.directUrl);
  const sandbox = await startOwnSandbox();
  closers.push(() => sandbox.stop());
  const platform = await startPlatform(database.directUrl, sandbox.url);
  closers.push(() => platform.stop());
  await control(sandbox.url, "/control/openai", { latencyMs: vendorMs });
  const number = await openNumber(platform.url, database.sql);
  const few = await measure(fewCalls);
  const many = await measure(calls);
  const text = render(few, many);
  process.stdout.write(`${text}\n`);
  if (calls === 50) await recordSection("calls", text);

  async function measure(count: number): Promise<Figures> {
    const [framesBefore, usedBefore] = [
      await frameCounts(platform.metricsUrl),
      await processorSeconds(platform.metricsUrl),
    ];
    const known = (await streamsOf(sandbox.url)).length;
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        // People do not call in the same millisecond.
        await wait(at * 20);
        const from = `+1415555${String(1_000 + at)}`;
        return control(sandbox.url, "/carrier/inbound-calls", { from, to: number, says });
      }),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const frames = await frameCounts(platform.metricsUrl);
    const stored = await database.sql<{ ms: number }>(
      `SELECT value::int AS ms FROM (SELECT response_ms FROM gateway.caller_calls ORDER BY created_at DESC LIMIT ${count}) AS c,
         jsonb_array_elements_text(response_ms) AS value`,
    );
    return {
      count,
      seconds,
      processor: (await processorSeconds(platform.metricsUrl)) - usedBefore,
      frames: new Map([...frames].map(([le, sent]) => [le, sent - (framesBefore.get(le) ?? 0)])),
      streams: (await streamsOf(sandbox.url)).slice(known),
      waits: stored.map(({ ms }) => ms).toSorted((one, other) => one - other),
    };
  }
} finally {
  for (const close of closers.toReversed()) await close();
}
process.exit(process.exitCode ?? 0);

async function startPlatform(databaseUrl: string, sandboxUrl: string) {
  const [port, sandboxPort, metricsPort] = (await freePorts(3)) as [number, number, number];
  const dataDir = await mkdtemp(join(tmpdir(), "hub-bench-"));
  const { PATH = "", HOME = "" } = process.env;
  const env = {
    PATH,
    HOME,
    LOG_LEVEL: "warn",
    DEMO_CONTENT: "0",
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    METRICS_PORT: String(metricsPort),
    ABUSE_LIMIT_PER_MINUTE: "100000000",
    RATE_LIMITS: "off",
    CARRIER_BASE_URL: `${sandboxUrl}/carrier`,
    CARRIER_SECRET: "none",
    OPENAI_BASE_URL: `${sandboxUrl}/openai/v1`,
    OPENAI_API_KEY: "sk_test_openai",
    AI_TEXT_ORDER: "openai",
  };
  const child = spawn(process.execPath, [...startFlags, projectPath("dist", "main.js"), "start"], {
    cwd: projectPath(),
    env,
    stdio: "ignore",
  });
  pinAll(child.pid!, 0);
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error("The platform has ended.");
    await wait(200);
  }
  pinAll(child.pid!, 0);
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  return {
    url,
    metricsUrl,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A number whose calls an agent answers over streams. */
async function openNumber(
  url: string,
  sql: (text: string, values?: unknown[]) => Promise<object[]>,
): Promise<string> {
  const { key } = demoKeys.find(({ name }) => name === "full")!;
  const act = async (name: string, args: Json): Promise<Json> => {
    const response = await fetch(`${url}/tools/${name}/call`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key, "x-app-id": "ai-caller" },
      body: JSON.stringify({ arguments: args, confirm: true, idempotencyKey: `bench-${name}` }),
    });
    const body = (await response.json()) as Json;
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${JSON.stringify(body)}`);
    return body;
  };
  const script = await act("create_script", { name: "Visit", goal: "A visit is agreed", steps });
  await act("publish_script_version", { scriptId: script["id"], version: 1 });
  const agent = await act("create_voice_agent", {
    name: "Joanna",
    voiceId: "Polly.Joanna",
    language: "en-US",
    scriptId: script["id"],
    firstMessage: "This is Sample Dental, thank you for calling.",
    conversation: "language_model",
    transport: "stream",
    maxDurationSec: 60,
  });
  const e164 = "+16465550100";
  const { id: numberId } = await act("register_phone_number", { e164 });
  await act("set_inbound_route", { numberId, route: { voiceAgentId: agent["id"] } });
  const live = "SELECT 1 FROM gateway.caller_routes WHERE number_id = $1 AND is_live";
  while ((await sql(live, [numberId])).length === 0) await wait(100);
  return e164;
}

async function control(sandboxUrl: string, path: string, body?: Json): Promise<Json> {
  const response = await fetch(`${sandboxUrl}${path}`, {
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return (text === "" ? {} : JSON.parse(text)) as Json;
}

async function processorSeconds(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^process_cpu_seconds_total ([\d.e+-]+)/m.exec(text)?.[1] ?? Number.NaN);
}

/** Frames by how late they were sent: cumulative counts by seconds, as the histogram has them. */
async function frameCounts(metricsUrl: string): Promise<Map<number, number>> {
  const text = await (await fetch(metricsUrl)).text();
  const rows = text.matchAll(/^call_frame_late_seconds_bucket\{le="([^"]+)"\} (\d+)/gm);
  return new Map(Array.from(rows, ([, le, count]) => [le === "+Inf" ? Infinity : Number(le), Number(count)]));
}

interface Figures {
  count: number;
  seconds: number;
  processor: number;
  /** Frames by how late they were sent, cumulative. */
  frames: ReadonlyMap<number, number>;
  streams: readonly Report[];
  /** As the platform measures them, ascending. */
  waits: readonly number[];
}

async function streamsOf(sandboxUrl: string): Promise<Report[]> {
  return (await control(sandboxUrl, "/carrier/streams"))["streams"] as Report[];
}

function render(few: Figures, many: Figures): string {
  const complete = ({ streams }: Figures) =>
    streams.filter(({ heard, faults }) => heard.length === says.length + 1 && faults.length === 0).length;
  const all = ({ frames }: Figures) => frames.get(Infinity) ?? 0;
  const inTime = (one: Figures) => (one.frames.get(wantedLateMs / 1_000) ?? 0) / all(one);
  const late99 = (one: Figures) => [...one.frames].find(([, count]) => count >= all(one) * 0.99)![0] * 1_000;
  const wait50 = ({ waits }: Figures) => waits[Math.floor(waits.length / 2)]!;
  const wait95 = ({ waits }: Figures) => waits[Math.floor(waits.length * 0.95)]!;
  const row = (what: string, shown: (one: Figures) => string, wanted = "") => [
    what,
    shown(few),
    shown(many),
    wanted,
  ];
  const rows = [
    row(
      "calls that ran to their end, all of it understood",
      (one) => `${complete(one)} of ${one.count}`,
      "all",
    ),
    row(
      `frames at most ${wantedLateMs} ms late`,
      (one) => `${(inTime(one) * 100).toFixed(2)} % of ${all(one)}`,
      "99 %",
    ),
    row("99 % of frames are late by at most", (one) => `${late99(one)} ms`, `${wantedLateMs} ms`),
    row(
      "end of words to first sound, p50",
      (one) => `${wait50(one)} ms`,
      `${wantedResponseMs} ms for ${few.count}`,
    ),
    row("end of words to first sound, p95", (one) => `${wait95(one)} ms`),
    row(
      "processor seconds of the platform",
      (one) => `${one.processor.toFixed(1)} in ${one.seconds.toFixed(1)} s`,
    ),
  ];
  const isKept =
    [few, many].every((one) => complete(one) === one.count && late99(one) <= wantedLateMs) &&
    wait50(few) <= wantedResponseMs;
  if (!isKept) process.exitCode = 1;
  return `## Calls over streams of audio

Calls at once, each with ${says.length} answers of a language model: the platform in one process on one core; the carrier, speech and database on
the other. Recognizing, writing and speaking take ${vendorMs} ms each at the vendor's stand-in; words end after 400 ms of silence, which the waits
include. With many calls the stand-ins, which compute every tone, are busy themselves, and their answers take longer.

${renderTable(["what", `${few.count} calls`, `${many.count} calls`, "wanted"], rows)}`;
}
