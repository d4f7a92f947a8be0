import { createServer, connect, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { buildProgram, startProcess, untilReady } from "../../platform/support/platform-process.ts";
import { takePorts } from "../../split/ports.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { booksOf, spentOn } from "../support/people.ts";
import { atCarrier, callableNumber, createCaller } from "./call-fixtures.ts";

type Row = Record<string, unknown>;

interface StreamReport {
  callSid: string;
  frames: number;
  faults: string[];
  gaps: number;
  responseMs: number[];
  heard: string[];
  clears: number;
  closeCode: number;
}

let app: TestApp;
let caller: Awaited<ReturnType<typeof createCaller>>;
let agent: string;
let door: SwitchedDoor;
beforeAll(async () => {
  await buildProgram();
  door = await openDoor();
  app = await createTestApp({ PUBLIC_URL: door.url });
  door.to(Number(new URL(app.url).port));
  caller = await createCaller(app, 5_000);
  agent = await streamAgent();
});
afterAll(async () => {
  await app?.close();
  door?.close();
});

interface SwitchedDoor {
  url: string;
  /** Sends new connections to this port; those that are open stay. */
  to(port: number): void;
  close(): void;
}

/** One public address before several processes. */
async function openDoor(): Promise<SwitchedDoor> {
  let target = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.once("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const [port] = (await takePorts(1)) as [number];
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    to: (next) => void (target = next),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function streamAgent(more: Row = {}): Promise<string> {
  const led = await caller.ready({
    conversation: "language_model",
    transport: "stream",
    transferTo: "+12125550180",
    firstMessage: "Hi.",
    maxDurationSec: 600,
    ...more,
  });
  return led.voiceAgentId;
}

/** A call over a stream, in which the person says this. */
async function stream(says: readonly string[], callee: Row = {}, voiceAgentId = agent) {
  const to = callableNumber();
  await caller.person(to);
  await atCarrier(app, "/callees", { number: to, says, hangsUpAt: says.length, ...callee });
  const { callId } = await caller.act("initiate_call", { to, voiceAgentId });
  const call = await caller.ended(callId as string);
  const [stored] = await app.database.query<{ sid: string; stream: Row }>(
    "SELECT carrier_call_id AS sid, stream FROM gateway.caller_calls WHERE id = $1",
    [callId],
  );
  const { streams } = (await atCarrier(app, "/streams")) as { streams: StreamReport[] };
  const report = streams.find(({ callSid }) => callSid === stored!.sid)!;
  expect(report.faults).toEqual([]);
  return { call, report, stored: stored! };
}

const greeting = "Hi. I am an AI assistant. Hello Ann Ace, does Friday suit you?";

test("people talk over streams of audio at the same time: they agree, interrupt, want a person, are silent, are machines", async () => {
  const [agrees, interrupts, wants, quiet, machine, byScript] = await Promise.all([
    stream(["Tell me about Monday", "Yes, that suits me"]),
    stream(["Wait, Monday", "Yes"], { interruptsAt: 0 }),
    stream(["Let me speak to a person"]),
    stream(["", "Yes"]),
    stream([], { beeps: true, hangsUpAt: null }),
    stream(["yes"], {}, await streamAgent({ conversation: "script" })),
  ]);
  expect(agrees.report.heard).toEqual([
    greeting,
    "Monday then. Shall I note Monday?",
    "Thank you, see you on Friday.",
  ]);
  expect(agrees.call).toMatchObject({ outcome: "goal_reached", modelReplies: 2, ledBy: "language_model" });
  expect(agrees.call["responseMs"]).toBeGreaterThan(0);
  expect(agrees.report.responseMs).toHaveLength(2);
  expect([agrees.report.clears, agrees.report.closeCode]).toEqual([0, 1000]);
  // Audio runs without holes but for those that a busy machine makes.
  expect(agrees.report.gaps).toBeLessThan(agrees.report.frames / 10);

  expect(interrupts.report.clears).toBe(1);
  expect(greeting.startsWith(interrupts.report.heard[0]!)).toBe(true);
  expect(interrupts.report.heard[0]!.length).toBeLessThan(greeting.length);
  expect(interrupts.report.heard.at(-1)).toBe("Thank you, see you on Friday.");
  expect(interrupts.call).toMatchObject({ outcome: "goal_reached", modelReplies: 2 });

  expect(wants.call).toMatchObject({
    endedReason: "transferred",
    outcome: "transferred",
    status: "completed",
  });
  expect(quiet.report.heard).toEqual([greeting, "Are you still there?", "Thank you, see you on Friday."]);
  expect(machine.call).toMatchObject({
    answeredBy: "machine",
    outcome: "voicemail",
    endedReason: "voicemail",
  });
  expect(byScript.call).toMatchObject({ ledBy: "script", outcome: "goal_reached", modelReplies: 0 });
  expect(byScript.call).toMatchObject({ modelCredits: 0 });
});

test("a stream is opened once, with the token of its call, nothing before it, and its replies are charged once", async () => {
  const idle = async () => (await booksOf(app.database, caller.ownerId)).held === 0;
  await until("credits are settled", idle);
  const before = await spentOn(app.database, caller.ownerId, "ai.text");
  const { stored, call } = await stream(["Monday", "Yes"]);
  await until("credits are settled", idle);
  expect((await spentOn(app.database, caller.ownerId, "ai.text")) - before).toBe(call["modelReplies"]);
  expect(stored.stream).toMatchObject({ status: "closed" });
  const closeOf = async (messages: readonly unknown[]) => {
    const socket = new WebSocket(`${app.url.replace("http", "ws")}/carrier/media/call_x`);
    return new Promise<number>((resolve, reject) => {
      socket.once("open", () => messages.forEach((one) => socket.send(JSON.stringify(one))));
      socket.once("close", (code) => resolve(code));
      socket.once("error", reject);
    });
  };
  const start = {
    streamSid: `MZ${"0".repeat(32)}`,
    callSid: `CA${"1".repeat(32)}`,
    customParameters: { token: "x" },
    mediaFormat: { encoding: "audio/x-mulaw", sampleRate: 8_000, channels: 1 },
  };
  expect(await closeOf([{ event: "connected" }, { event: "start", start }])).toBe(1008);
  expect(await closeOf([{ event: "media", media: { payload: "/w==" } }])).toBe(1008);
  expect(await closeOf(["nothing"])).toBe(1007);
  expect(await closeOf([{ event: "start", start: { ...start, mediaFormat: { encoding: "opus" } } }])).toBe(
    1007,
  );
});

test("where one provider of speech fails the other speaks, and without any the call goes on by turns", async () => {
  const control = async (name: string, faults: Row | null) => {
    const response = await fetch(`${app.sandboxUrl}/control/${name}`, {
      method: faults === null ? "DELETE" : "POST",
      headers: { "content-type": "application/json", connection: "close" },
      ...(faults === null ? {} : { body: JSON.stringify(faults) }),
    });
    expect(response.ok).toBe(true);
  };
  await control("openai", { status: 500 });
  const other = await stream(["Yes, that suits me"]);
  expect(other.report).toMatchObject({ heard: [greeting, "Thank you, see you on Friday."] });
  await control("google", { status: 500 });
  const { call, report } = await stream(["Yes, that suits me"]);
  expect(report).toMatchObject({ heard: [], closeCode: 1011 });
  expect(call).toMatchObject({ outcome: "goal_reached", status: "completed", responseMs: null });
  await Promise.all([control("openai", null), control("google", null)]);
});

test("a process killed in the middle of a call: the call goes on by turns, is charged once, and keeps what was said", async () => {
  const idle = async () => (await booksOf(app.database, caller.ownerId)).held === 0;
  await until("credits are settled", idle);
  const spent = () =>
    Promise.all(["ai.text", "call.minute"].map((name) => spentOn(app.database, caller.ownerId, name)));
  const [textBefore, minutesBefore] = (await spent()) as [number, number];
  const other = await startProcess({
    DATABASE_URL: app.database.url,
    PUBLIC_URL: door.url,
    CARRIER_BASE_URL: `${app.sandboxUrl}/carrier`,
    CARRIER_SECRET: "sk_test_sandbox_carrier",
  });
  await untilReady(other);
  door.to(Number(other.env["PORT"]));
  const to = callableNumber();
  await caller.person(to);
  const says = ["Tell me about Monday", "Yes, that suits me"];
  await atCarrier(app, "/callees", { number: to, says, hangsUpAt: 2 });
  const { callId } = await caller.act("initiate_call", { to, voiceAgentId: agent });
  const row = async () =>
    (
      await app.database.query<{ sid: string; replies: number; stream: Row | null }>(
        "SELECT carrier_call_id AS sid, model_replies AS replies, stream FROM gateway.caller_calls WHERE id = $1",
        [callId],
      )
    )[0]!;
  await until("the first answer is given", async () => (await row()).replies === 1);
  expect((await row()).stream).toMatchObject({ status: "open" });
  door.to(Number(new URL(app.url).port));
  other.child.kill("SIGKILL");
  await other.ended;
  const call = await caller.ended(callId as string);
  expect(call).toMatchObject({ status: "completed", outcome: "goal_reached", modelReplies: 3 });
  const { sid, stream: left } = await row();
  expect(left).toMatchObject({ status: "closed" });
  const { streams } = (await atCarrier(app, "/streams")) as { streams: StreamReport[] };
  expect(streams.find(({ callSid }) => callSid === sid)).toMatchObject({ closeCode: 1006, faults: [] });
  const { turns } = await caller.act("get_transcript", { callId });
  expect((turns as { text: { untrustedText: string } }[]).map(({ text }) => text.untrustedText)).toEqual([
    greeting,
    "Tell me about Monday",
    "Monday then. Shall I note Monday?",
    "Tell me about Monday",
    "Monday then. Shall I note Monday?",
    "Yes, that suits me",
    "Thank you, see you on Friday.",
  ]);
  await until("credits are settled", idle);
  const [text, minutes] = (await spent()) as [number, number];
  expect([text - textBefore, minutes - minutesBefore]).toEqual([3, call["costCredits"]]);
});
