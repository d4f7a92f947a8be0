import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { newId } from "../../../src/ids.ts";
import { booksOf, createKey, invoiceBody, spentOn } from "../support/people.ts";
import { atCarrier, callableNumber, createCaller } from "./call-fixtures.ts";
import { announcesAi } from "../../../subgraphs/gateway/voice/conversation/disclosure-laws.ts";
import { dialogues, interruptions, toolDialogues } from "./dialogue-cases.ts";
import { hastenAudio } from "./fast-time.ts";

type Row = Record<string, unknown>;
type Caller = Awaited<ReturnType<typeof createCaller>>;

let app: TestApp;
let caller: Caller;
let voiceAgentId: string;
beforeAll(async () => {
  app = await createTestApp();
  caller = await createCaller(app, 5_000);
  voiceAgentId = await modelAgent(caller);
});
afterAll(() => app?.close());
beforeEach(() => breakProviders(null));

async function modelAgent({ ready }: Caller, more: Row = {}): Promise<string> {
  const led = await ready({
    conversation: "language_model",
    instructions: "Offer Friday only.",
    transferTo: "+12125550180",
    maxDurationSec: 600,
    ...more,
  });
  return led.voiceAgentId;
}

/** Faults of all four providers of text; null ends them. */
async function breakProviders(faults: Row | null): Promise<void> {
  for (const name of ["openai", "anthropic", "google", "mistral"]) {
    const response = await fetch(`${app.sandboxUrl}/control/${name}`, {
      method: faults ? "POST" : "DELETE",
      headers: { "content-type": "application/json", connection: "close" },
      ...(faults ? { body: JSON.stringify(faults) } : {}),
    });
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
  }
}

interface TalkOptions {
  agent?: string;
  by?: Caller;
  to?: string;
  /** Further behaviour of the callee. */
  person?: Row;
}

/** A call in which the callee says this, as it was in the end, with what was said. */
async function talk(
  says: readonly string[],
  { agent = voiceAgentId, by = caller, to = callableNumber(), person = {} }: TalkOptions = {},
): Promise<Talk> {
  await by.person(to);
  await atCarrier(app, "/callees", { number: to, says, hangsUpAt: says.length, ...person });
  const { callId } = await by.act("initiate_call", { to, voiceAgentId: agent });
  const call = await by.ended(callId as string);
  const { turns } = await by.act("get_transcript", { callId });
  const said = (turns as { speaker: string; text: { untrustedText: string } | string }[]).map(
    ({ speaker, text }) => [speaker, typeof text === "string" ? text : text.untrustedText] as const,
  );
  const agentSaid = said.flatMap(([speaker, text]) => (speaker === "agent" ? [text] : []));
  return { to, call, said, agentSaid };
}

interface Talk {
  to: string;
  call: Row;
  said: (readonly [string, string])[];
  agentSaid: string[];
  /** What went over the stream of a call, and what the person understood of it. */
  stream?: {
    callSid: string;
    faults: string[];
    frames: number;
    heard: string[];
    clears: number;
  };
}

/** People speak by `espeak-ng`, which `.ci/run` installs, and by the tones of the stand-ins where it is missing. */
const hasSpeech = spawnSync("espeak-ng", ["--version"]).status === 0;
/** The speech-to-text stand-in has learned the words from another voice. */
const voice = hasSpeech ? "en-us+m3" : null;

/** All dialogues over streams of audio, some of them turn by turn as well, and what the provider of models was sent. */
const held = new Map<string, Talk | Error>();
let journal: { path: string; body: unknown }[];
beforeAll(async () => {
  const streaming = await modelAgent(caller, { transport: "stream" });
  const { agent, invoiceFor } = await withTools();
  const open: [string, () => Promise<Talk>][] = dialogues.map(([title, says]) => [
    title,
    () => speak(says, { agent: streaming, title }),
  ]);
  const cases = await Promise.all(
    toolDialogues.map(async ([title, says]) => {
      const to = callableNumber();
      const { number, other } = await invoiceFor(to, says);
      const words = says.map((text) => text.replace("{{number}}", number).replace("{{other}}", other));
      return { title, to, words };
    }),
  );
  for (const { title, to, words } of cases) open.push([title, () => speak(words, { agent, to, title })]);
  for (const [title, says] of dialogues.filter((_, at) => at % 5 === 0))
    open.push([`${title}, by turns`, () => talk(says)]);
  const phrases = [...dialogues.flatMap(([, says]) => says), ...cases.flatMap(({ words }) => words)];
  if (hasSpeech) await teach([...new Set(phrases)].filter((text) => text !== ""));
  const next = async (): Promise<void> => {
    for (let one = open.shift(); one; one = open.shift())
      held.set(one[0], await one[1]().catch((error: Error) => error));
  };
  const endHaste = hastenAudio(8);
  await Promise.all(Array.from({ length: 6 }, next)).finally(endHaste);
  const response = await fetch(`${app.sandboxUrl}/control/openai/journal`);
  journal = ((await response.json()) as { requests: typeof journal }).requests;
});

/** Phrases that the stand-in for speech-to-text recognizes by their sound. */
async function teach(phrases: readonly string[]): Promise<void> {
  const response = await fetch(`${app.sandboxUrl}/openai/phrases`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ phrases }),
  });
  if (!response.ok) throw new Error(`The stand-in answered ${response.status}: ${await response.text()}`);
}

/** A call over a stream of audio, whose frames are those of the protocol. */
async function speak(
  says: readonly string[],
  { agent, to = callableNumber(), title }: { agent: string; to?: string; title: string },
): Promise<Talk> {
  const interruptsAt = interruptions.get(title) ?? null;
  const one = await talk(says, { agent, to, person: { voice, interruptsAt } });
  const [row] = await app.database.query<{ sid: string }>(
    "SELECT carrier_call_id AS sid FROM gateway.caller_calls WHERE id = $1",
    [one.call["callId"]],
  );
  const { streams } = (await atCarrier(app, "/streams")) as { streams: NonNullable<Talk["stream"]>[] };
  return { ...one, stream: streams.find(({ callSid }) => callSid === row!.sid)! };
}

function heldTalk(title: string): Talk {
  const one = held.get(title);
  if (one instanceof Error || one === undefined) throw one ?? new Error(`No dialogue: ${title}`);
  return one;
}

/** An agent that may use every tool, two services that can be booked, and invoices of clients by their phone. */
async function withTools() {
  const agent = await modelAgent(caller, {
    transport: "stream",
    toolScopes: ["read:bookings", "write:bookings", "read:invoices"],
  });
  const actIn = async (appId: string, name: string, input: Row) => {
    const headers = { ...caller.headers, "x-app-id": appId, "idempotency-key": newId("key") };
    const { status, body } = await app.tool(name, input, headers);
    if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const provider = await actIn("event-manager", "create_provider", { name: "Dr. Fox", timezone: "UTC" });
  const intervals = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "00:00", to: "24:00" }));
  const hours = { providerId: provider.id, intervals, effectiveFrom: "2025-01-01" };
  await actIn("event-manager", "set_weekly_hours", hours);
  for (const name of ["Cleaning", "Whitening"]) {
    const given = { name, durationMin: 60, price: 40, timezone: "UTC", capacity: 20 };
    const { id: serviceId } = await actIn("event-manager", "create_service", given);
    await actIn("event-manager", "set_service_providers", { serviceId, providerIds: [provider.id] });
  }
  const invoiceOf = async (phone: string) => {
    const email = `${newId("cli")}@example.com`;
    await actIn("invoicer", "create_client", { name: "Ann Ace", email, phone });
    const headers = { ...caller.headers, "x-app-id": "invoicer" };
    const { body } = await app.post("/invoices", invoiceBody({ client: email }), headers);
    await actIn("invoicer", "send_invoice", { invoiceId: body.invoiceId });
    return (await actIn("invoicer", "get_invoice", { invoiceId: body.invoiceId })).number as string;
  };
  const invoiceFor = async (to: string, says: readonly string[]) => {
    const words = says.join(" ");
    return {
      number: words.includes("{{number}}") ? await invoiceOf(to) : "",
      other: words.includes("{{other}}") ? await invoiceOf("+12125550100") : "",
    };
  };
  return { agent, invoiceFor };
}

test("there are thirty dialogues", () => {
  expect(dialogues.length + toolDialogues.length).toBeGreaterThanOrEqual(30);
});

/** The platform understood what was said to it, and the person what it said, by the audio alone. */
function wasHeard({ said, agentSaid, stream }: Talk, says: readonly string[]): void {
  expect(stream!.faults).toEqual([]);
  const spoken = says.filter((text) => text !== "" && !text.includes("{{"));
  const understood = said.flatMap(([speaker, text]) => (speaker === "callee" ? [text] : []));
  expect(understood).toEqual(expect.arrayContaining(spoken));
  // What is said before somebody is put through, the carrier says.
  const overStream = agentSaid.filter((text) => text !== "One moment, I will put you through.");
  expect(stream!.heard).toHaveLength(overStream.length);
  for (const [at, text] of stream!.heard.entries()) expect(overStream[at]!.startsWith(text)).toBe(true);
  const cut = stream!.heard.filter((text, at) => text !== overStream[at]);
  expect(cut).toHaveLength(stream!.clears);
}

test.each(dialogues)("a callee who %s", (title, says, last, outcome) => {
  const spoken = heldTalk(title);
  const { call, agentSaid } = spoken;
  expect(agentSaid[0]).toBe(
    "This is Sample Dental. I am an AI assistant. Hello Ann Ace, does Friday suit you?",
  );
  expect(agentSaid.at(-1)).toBe(last);
  expect(call).toMatchObject({
    status: "completed",
    ledBy: "language_model",
    fallbackReason: null,
    ...outcome,
  });
  // Every reply costs one text.
  expect(call["modelCredits"]).toBe(call["modelReplies"]);
  expect(call["toolCredits"]).toBe(0);
  wasHeard(spoken, says);
  expect(spoken.stream!.clears).toBe(interruptions.has(title) ? 1 : 0);
});

test.each(dialogues.filter((_, at) => at % 5 === 0))(
  "turn by turn, a callee who %s",
  (title, _says, last, outcome) => {
    const { call, said } = heldTalk(`${title}, by turns`);
    expect(call).toMatchObject({ status: "completed", ledBy: "language_model", ...outcome });
    expect(said.at(-1)).toEqual(["agent", last]);
    expect(said).toEqual(heldTalk(title).said);
  },
);

test.each(toolDialogues)("with tools, a callee who %s", (title, says, last, outcome) => {
  const spoken = heldTalk(title);
  const { call, agentSaid } = spoken;
  expect(agentSaid.at(-1)).toMatch(last);
  expect(call).toMatchObject({ status: "completed", ledBy: "language_model", ...outcome });
  expect(call["modelCredits"]).toBe(call["modelReplies"]);
  wasHeard(spoken, says);
});

test.skipIf(!hasSpeech)("callees speak with a voice, and unknown words are not understood", async () => {
  const streaming = await modelAgent(caller, { transport: "stream" });
  const endHaste = hastenAudio(8);
  const says = ["Zebras paint violins", "Yes"];
  const { said, stream } = await speak(says, { agent: streaming, title: "" }).finally(endHaste);
  expect(stream!.faults).toEqual([]);
  expect(said.flatMap(([speaker, text]) => (speaker === "callee" ? [text] : []))).not.toContain(says[0]);
});

test("each use of a tool is audited with the agent as its actor, and a booking is made once", async () => {
  const { call } = heldTalk("books the next free appointment");
  const bookings = "SELECT id FROM gateway.bookings WHERE owner_id = $1 AND notes LIKE $2";
  const made = await app.database.query(bookings, [caller.ownerId, `%${String(call["to"])}.`]);
  expect(made).toHaveLength(1);
  const rows = await app.database.query(
    `SELECT action, outcome, actor_type FROM gateway.audit_log
     WHERE actor_id = $1 AND target_id IN ($2, $3) ORDER BY at`,
    [call["voiceAgentId"], call["callId"], made[0]!["id"]],
  );
  const row = (action: string) => ({ action, outcome: "ok", actor_type: "service_account" });
  expect(rows).toEqual([
    row("voice_agent.check_availability"),
    row("createBooking"),
    row("voice_agent.hang_up"),
  ]);
  const { call: refused } = heldTalk("asks an agent with tools to make an invoice");
  const denied = "SELECT action, outcome, code FROM gateway.audit_log WHERE target_id = $1 AND actor_id = $2";
  expect(await app.database.query(denied, [refused["callId"], refused["voiceAgentId"]])).toEqual([
    { action: "voice_agent.create_invoice", outcome: "denied", code: "FORBIDDEN" },
  ]);
});

test("nobody gives an agent a scope that they lack, and an agent without scopes has no tools", async () => {
  const key = await createKey(app, caller.ownerId, ["write:calls", "read:calls", "write:bookings"]);
  const headers = { "x-app-id": "ai-caller", ...key, "idempotency-key": newId("key") };
  const input = { name: "Joanna", voiceId: "Polly.Joanna", language: "en-US", firstMessage: "Hello." };
  const asked = { ...input, toolScopes: ["write:bookings", "read:invoices"] };
  const refused = await app.tool("create_voice_agent", asked, headers);
  expect([refused.status, refused.body.details]).toEqual([
    403,
    { reason: "scope_missing", requiredScope: "read:invoices" },
  ]);
  const { call, agentSaid } = await talk(["I need an appointment"]);
  expect(agentSaid.at(-1)).toBe("I cannot do that on the phone. Somebody will call you back about it.");
  expect(call).toMatchObject({ toolCredits: 0 });
});

test("the prompts of a model are recorded: the rules once, and the conversation of each dialogue", async () => {
  const prompts = journal
    .filter(({ path, body }) => body !== null && !path.includes("/audio/"))
    .map(({ body }) => promptIn(body))
    .filter((text) => text.startsWith("You speak on"));
  const [rules] = prompts[0]!.split("FACTS: ");
  expect(rules).toMatchSnapshot("rules");
  const shown = [...dialogues, ...toolDialogues].map(([title]) => {
    const first = heldTalk(title).said.find(([speaker]) => speaker === "callee")?.[1];
    const isOwn = (text: string) =>
      first !== undefined && text.includes(`"callee","text":${JSON.stringify(first)}`);
    const [longest] = prompts.filter(isOwn).toSorted((one, other) => other.length - one.length);
    return [title, longest === undefined ? null : conversationIn(longest)];
  });
  expect(Object.fromEntries(shown)).toMatchSnapshot("conversations");
  const [tools] = prompts.filter((text) => text.includes("look_up_invoice: tells"));
  expect(tools!.split("\n").filter((line) => line.startsWith("TOOLS: "))).toMatchSnapshot("tools");
});

function promptIn(body: unknown): string {
  const { messages, input } = (typeof body === "string" ? JSON.parse(body) : body) as Row;
  const [first] = (messages ?? [{ content: input }]) as { content: unknown }[];
  const { content } = first ?? {};
  return typeof content === "string" ? content : JSON.stringify(content ?? "");
}

/** The conversation in a prompt, without what differs between runs. */
function conversationIn(prompt: string): string[] {
  const line = prompt.split("\n").find((one) => one.startsWith("CONVERSATION: "))!;
  return (JSON.parse(line.slice("CONVERSATION: ".length)) as { speaker: string; text: string }[]).map(
    ({ speaker, text }) =>
      `${speaker}: ${text
        .replaceAll(/\d{4}-\d{2}-\d{2}/g, "DATE")
        .replaceAll(/\d{2}:\d{2}/g, "TIME")
        .replaceAll(/INV-[\w-]+/gi, "NUMBER")}`,
  );
}

test("what a model asks for stands in the transcript: a message is noted, another tool refused", async () => {
  const { call, said } = await talk(["Leave a message: water in the cellar", "Now create_invoice for me"]);
  const other = said.flatMap(([speaker, text]) => (speaker === "other" ? [text] : []));
  expect(other).toEqual(["take_message: leave a message: water in the cellar", "create_invoice: refused"]);
  expect(JSON.stringify(call["notes"])).toContain("Message: leave a message: water in the cellar");
  expect(said.map(([, text]) => text).join(" ")).not.toContain("the invoice is made");
});

test("an endless answer is cut at the end of a sentence", async () => {
  const { agentSaid } = await talk(["Tell me everything"]);
  expect(agentSaid.at(-1)!.length).toBeLessThanOrEqual(600);
  expect(agentSaid.at(-1)).toMatch(/Friday\.$/);
});

test("replies are charged once each, on top of the minutes", async () => {
  const other = await createCaller(app);
  const agent = await modelAgent(other);
  await talk(["Monday", "Yes"], { by: other, agent });
  await until("credits are settled", async () => (await booksOf(app.database, other.ownerId)).held === 0);
  expect(await spentOn(app.database, other.ownerId, "ai.text")).toBe(2);
  expect(await spentOn(app.database, other.ownerId, "call.minute")).toBeGreaterThan(0);
});

test("a call that ends while the model thinks pays for no reply", async () => {
  const other = await createCaller(app);
  const agent = await modelAgent(other);
  const to = callableNumber();
  await other.person(to);
  await atCarrier(app, "/callees", { number: to, says: ["Monday"] });
  await breakProviders({ latencyMs: 1_500 });
  const { callId } = await other.act("initiate_call", { to, voiceAgentId: agent });
  const pending =
    "SELECT 1 FROM gateway.caller_calls WHERE id = $1 AND dialogue #>> '{model,pending,text}' = 'Monday'";
  const isAsked = async () => (await app.database.query(pending, [callId])).length > 0;
  await until("the model is asked", isAsked);
  await other.act("end_call", { callId });
  expect(await other.ended(callId as string)).toMatchObject({ modelReplies: 0, modelCredits: 0 });
  await until("credits are settled", async () => (await booksOf(app.database, other.ownerId)).held === 0);
  expect(await spentOn(app.database, other.ownerId, "ai.text")).toBe(0);
});

test("where every provider fails, the script leads the call on, and the call says so", async () => {
  await breakProviders({ status: 500 });
  const { call, agentSaid } = await talk(["Well", "Yes", "Yes"]);
  expect(call).toMatchObject({
    ledBy: "script",
    fallbackReason: "provider_failed",
    outcome: "goal_reached",
    endedReason: "script_finished",
    modelReplies: 0,
    modelCredits: 0,
  });
  expect(agentSaid.slice(1)).toEqual([
    "Sorry, I did not get that. Could you say it again?",
    "Thank you, see you on Friday.",
  ]);
});

test("a call stops at the replies and the credits that its agent may use", async () => {
  const few = await modelAgent(caller, { maxReplies: 1 });
  const byReplies = await talk(["Monday", "Monday", "Yes"], { agent: few });
  expect(byReplies.call).toMatchObject({ outcome: "reply_limit", modelReplies: 1 });
  const cheap = await modelAgent(caller, { maxReplyCredits: 1 });
  const byCost = await talk(["Monday", "Monday", "Yes"], { agent: cheap });
  expect(byCost.call).toMatchObject({ outcome: "cost_limit", modelReplies: 1, modelCredits: 1 });
  expect(byCost.agentSaid.at(-1)).toBe("I have to end the call here. Thank you. Goodbye.");
});

test("an agent without a number to transfer to keeps the callee, and one may keep silent about the AI", async () => {
  const agent = await modelAgent(caller, { transferTo: null, announcesAi: false });
  const to = callableNumber();
  const { call, agentSaid } = await talk(["Get me the manager", "Yes"], { agent, to });
  // Where it is night in New York, people in California are called.
  const says = announcesAi(to, { agentDoes: false, offIn: [] }) ? " I am an AI assistant." : "";
  expect(agentSaid).toEqual([
    `This is Sample Dental.${says} Hello Ann Ace, does Friday suit you?`,
    "I cannot put you through now. Somebody will call you back.",
    "Thank you, see you on Friday.",
  ]);
  expect(call).toMatchObject({ outcome: "goal_reached", endedReason: "agent_hung_up" });
});

test("a transfer that nobody answers ends with a word", async () => {
  const agent = await modelAgent(caller, { transferTo: "+12125550003" });
  const { call, agentSaid } = await talk(["Speak to a person"], { agent });
  expect(agentSaid.at(-1)).toBe("Nobody could take the call. Somebody will call you back. Goodbye.");
  expect(call).toMatchObject({ outcome: "transfer_failed", endedReason: "agent_hung_up" });
});

test("a call is summarized, and data are read out of it by a schema", async () => {
  const { call } = await talk(["I have 12 rooms", "Yes, Friday is fine, send me a letter"]);
  const { callId } = call;
  const summary = await caller.act("summarize_call", { callId });
  expect(summary).toMatchObject({
    callId,
    text: { untrustedText: expect.stringContaining("spoke in 5 turns") },
    actions: [{ untrustedText: "Follow up with the callee." }],
  });
  expect((await caller.act("get_call", { callId })).summary).toEqual(summary);
  const properties = {
    day: { type: "string", enum: ["Monday", "Friday"] },
    rooms: { type: "integer" },
    agreed: { type: "boolean" },
  };
  const schema = { type: "object", properties, required: ["agreed"] };
  expect(await caller.act("extract_call_data", { callId, schema })).toEqual({
    callId,
    data: { day: { untrustedText: "Friday" }, rooms: 12, agreed: true },
    confidence: 0.9,
  });
  // What does not fit the schema is no answer.
  const notes = { type: "object", properties: { notes: { type: "array", items: { type: "string" } } } };
  const refused = await caller.call("extract_call_data", { callId, schema: notes });
  expect([refused.status, refused.body.code]).toEqual([502, "UPSTREAM_FAILED"]);
  await caller.act("redact_transcript", { callId, kinds: ["card"] });
  expect((await caller.act("get_call", { callId })).summary).toBeNull();
});

test("a summary that no provider writes is refused, and free", async () => {
  const { call } = await talk(["Yes"]);
  const before = await spentOn(app.database, caller.ownerId, "ai.text");
  await breakProviders({ status: 500 });
  const refused = await caller.call("summarize_call", { callId: call["callId"] });
  expect([refused.status, refused.body.code]).toEqual([502, "UPSTREAM_FAILED"]);
  await until("credits are settled", async () => (await booksOf(app.database, caller.ownerId)).held === 0);
  expect(await spentOn(app.database, caller.ownerId, "ai.text")).toBe(before);
});

/** A number of the caller's whose calls reach us. */
async function inboundNumber(route: Row, by = caller): Promise<{ numberId: string; e164: string }> {
  const e164 = `+1646${String(5_551_000 + (numbers += 1))}`;
  const { id: numberId } = await by.act("register_phone_number", { e164 });
  const set = await by.act("set_inbound_route", { numberId, route });
  expect(set).toMatchObject({ numberId, isLive: false, version: 1 });
  // Again, as when the route is changed.
  expect(await by.act("set_inbound_route", { numberId, route })).toMatchObject({ numberId, version: 2 });
  const isLive = async () => {
    const [row] = await app.database.query(
      "SELECT 1 FROM gateway.caller_routes WHERE number_id = $1 AND is_live",
      [numberId],
    );
    return row !== undefined;
  };
  await until("the carrier sends calls of the number", isLive);
  return { numberId: numberId as string, e164 };
}
let numbers = 0;

/** Somebody calls; the call of it, once it is over. */
async function callIn(
  to: string,
  from: string,
  says: readonly string[],
  by = caller,
): Promise<Row | undefined> {
  await atCarrier(app, "/inbound-calls", { from, to, says, hangsUpAt: says.length });
  await atCarrier(app, "/callbacks/settled", {});
  const { calls } = await by.act("list_calls", { direction: "inbound" });
  return (calls as Row[]).find((call) => call["from"] === from && call["to"] === to);
}

test("a person who calls a number talks with its agent, and pays nothing for the account's minutes", async () => {
  const { e164, numberId } = await inboundNumber({ voiceAgentId });
  const from = "+14155550111";
  const contactId = await caller.person(from, "Ben Fox");
  const call = await callIn(e164, from, ["Yes, Friday is fine"]);
  expect(call).toMatchObject({
    direction: "inbound",
    contactId,
    voiceAgentId,
    status: "completed",
    ledBy: "language_model",
    outcome: "goal_reached",
    costCredits: 2,
    modelReplies: 1,
  });
  const { turns } = await caller.act("get_transcript", { callId: call!["callId"] });
  expect(turns[0].text.untrustedText).toContain("Hello Ben Fox");
  const listed = await caller.act("list_phone_numbers", {});
  const own = (listed.numbers as Row[]).find(({ id }) => id === numberId);
  expect(own).toMatchObject({ inboundRoute: { voiceAgentId, isLive: true } });
  // A person who opts out on the phone is not called again, from any number.
  const optedOut = await callIn(e164, from.replace("0111", "0112"), ["Never call me, remove me"]);
  expect(optedOut).toMatchObject({ outcome: "opted_out" });
  const { phones } = await caller.act("check_do_not_call", { phones: ["+14155550112", e164] });
  expect((phones as Row[]).map(({ listed: isListed }) => isListed)).toEqual([true, false]);
});

test("outside of the hours the message is said, and the answer is kept as a note", async () => {
  const never = {
    timezone: "UTC",
    from: "00:00",
    to: "00:01",
    days: [((new Date().getUTCDay() + 2) % 7) + 1],
  };
  const { e164 } = await inboundNumber({
    voiceAgentId,
    hours: never,
    voicemail: "We are closed. Leave a message.",
  });
  const call = await callIn(e164, "+14155550113", ["Please call me about the roof"]);
  expect(call).toMatchObject({
    ledBy: "script",
    outcome: "finished",
  });
  expect(JSON.stringify(call!["notes"])).toContain("Message: Please call me about the roof");
});

test("calls are forwarded, and taken by the message where nobody answers; the blocked are declined", async () => {
  const { e164 } = await inboundNumber({ forwardTo: "+12125550181", blockedNumbers: ["+14155550119"] });
  expect(await callIn(e164, "+14155550114", [])).toMatchObject({
    endedReason: "transferred",
    outcome: "transferred",
    status: "completed",
  });
  expect(await callIn(e164, "+14155550119", [])).toBeUndefined();
  const away = await inboundNumber({
    forwardTo: "+12125550003",
    voicemail: "Nobody is here. Leave a message.",
  });
  const noted = await callIn(away.e164, "+14155550115", ["It is urgent"]);
  expect(JSON.stringify(noted!["notes"])).toContain("It is urgent");
  const strangers = await inboundNumber({ forwardTo: "+12125550181", contactsOnly: true });
  expect(await callIn(strangers.e164, "+14155550116", [])).toBeUndefined();
});

test("a call that the account cannot pay is declined, and shown", async () => {
  const poor = await createCaller(app, 15);
  const agent = await modelAgent(poor, { maxDurationSec: 600 });
  const { e164 } = await inboundNumber({ voiceAgentId: agent }, poor);
  expect(await callIn(e164, "+14155550117", ["Yes"], poor)).toMatchObject({
    status: "failed",
    outcome: "insufficient_credits",
    costCredits: 0,
  });
});

/** Somebody calls and waits; the call of it, once it is over, and what was played meanwhile. */
async function callQueue(to: string, from: string, person: Row, by = caller) {
  await atCarrier(app, "/inbound-calls", { from, to, ...person });
  await atCarrier(app, "/callbacks/settled", {});
  const { calls } = await by.act("list_calls", { direction: "inbound" });
  const call = (calls as Row[]).find((one) => one["from"] === from && one["to"] === to)!;
  const { calls: known } = (await atCarrier(app, "/calls")) as {
    calls: { to: string; from: string; status: string; held?: string[] }[];
  };
  return { call, played: known.find((one) => one.from === from)!.held!, known };
}

test("callers wait in a queue with music until the person is free, or leave a message after the longest wait", async () => {
  const queue = { maxWaitSec: 120, musicUrl: "https://example.com/music.mp3" };
  const patient = { ...queue, maxWaitSec: 3_600 };
  const { e164 } = await inboundNumber({ forwardTo: "+12125550184", queue: patient });
  const { call, played, known } = await callQueue(e164, "+14155550131", {});
  expect(call).toMatchObject({ status: "completed", outcome: "transferred", endedReason: "transferred" });
  expect(played.slice(0, 2)).toEqual([
    "All of our people are busy. You are number 1.",
    "https://example.com/music.mp3",
  ]);
  // The person's phone shows the number that was called, and no call of the account's own was made for it.
  expect(known.find((one) => one.to === "+12125550184")).toMatchObject({ from: e164, status: "completed" });

  const away = await inboundNumber({
    forwardTo: "+12125550003",
    queue,
    voicemail: "Nobody is here. Leave a message.",
  });
  const left = await callQueue(away.e164, "+14155550132", { says: ["Call me on Monday"] });
  expect(left.call).toMatchObject({ status: "completed", outcome: "finished" });
  expect(JSON.stringify(left.call["notes"])).toContain("Message: Call me on Monday");
  // 30 seconds of music each time, until two minutes are over.
  expect(left.played.filter((one) => one.endsWith("music.mp3"))).toHaveLength(4);

  const gone = await callQueue(away.e164, "+14155550133", { hangsUpAt: 1 });
  expect(gone.call).toMatchObject({ endedReason: "customer_hung_up", outcome: "hung_up" });
  const machine = await inboundNumber({ forwardTo: "+12125550004", queue: { maxWaitSec: 30 } });
  const bare = await callQueue(machine.e164, "+14155550134", {});
  expect(bare.call).toMatchObject({ outcome: "transfer_failed" });
  expect(bare.played[1]).toContain("twilio.sounds.music");
});

test("who does not want to wait is called back by an agent, once, with their consent on record", async () => {
  const other = await createCaller(app);
  const callbackAgentId = await modelAgent(other);
  const queue = { callbackAgentId };
  const { e164 } = await inboundNumber({ forwardTo: "+12125550003", queue }, other);
  const from = "+14155550135";
  const { call, played } = await callQueue(e164, from, { presses: "1" }, other);
  expect(played[0]).toBe(
    "All of our people are busy. You are number 1. Press 1, or say call me, and we will call you back.",
  );
  expect(call).toMatchObject({ status: "completed", outcome: "callback", endedReason: "agent_hung_up" });
  const { callbacks } = await other.act("list_callbacks", {});
  expect(callbacks).toMatchObject([{ phone: from, voiceAgentId: callbackAgentId, status: "scheduled" }]);
  const consent = await app.database.query(
    "SELECT kind, source FROM gateway.caller_consents WHERE owner_id = $1 AND phone = $2",
    [other.ownerId, from],
  );
  expect(consent).toEqual([
    { kind: "express", source: `asked in call ${String(call["callId"])} to be called back` },
  ]);
  // A number that must not be called stays in the queue.
  await other.act("add_to_do_not_call", { phone: "+14155550136", reason: "asked so", source: "mail" });
  const short = await inboundNumber(
    { forwardTo: "+12125550003", queue: { ...queue, maxWaitSec: 30 } },
    other,
  );
  const listed = await callQueue(short.e164, "+14155550136", { presses: "1" }, other);
  expect(listed.call).toMatchObject({ outcome: "transfer_failed" });
  expect((await other.act("list_callbacks", {})).callbacks).toHaveLength(1);
});

test("a queue needs somebody to wait for, and an agent of the account", async () => {
  const { id: numberId } = await caller.act("register_phone_number", { e164: "+16465550199" });
  const set = (route: Row) => caller.call("set_inbound_route", { numberId, route });
  const bare = await set({ voicemail: "Leave a message.", queue: {} });
  expect([bare.status, bare.body.details.fields[0].path]).toEqual([400, "route.queue"]);
  const agent = await set({ forwardTo: "+12125550184", queue: { callbackAgentId: "vag_x" } });
  expect([agent.status, agent.body.code]).toEqual([404, "NOT_FOUND"]);
});

test("a warm transfer of a live call is introduced first", async () => {
  const to = callableNumber("0002");
  await caller.person(to, "Cleo Marsh");
  const { callId } = await caller.act("initiate_call", { to, voiceAgentId });
  const isLive = async () => (await caller.act("get_call", { callId })).status === "in-progress";
  await until("somebody has answered", isLive);
  const premium = await caller.call("transfer_call", { callId, to: "+19005550123", mode: "blind" });
  expect([premium.status, premium.body.details.rule]).toEqual([422, "number_not_allowed"]);
  await caller.act("transfer_call", { callId, to: "+12125550182", mode: "warm" });
  expect(await caller.ended(callId as string)).toMatchObject({
    endedReason: "transferred",
    outcome: "transferred",
  });
  const { calls } = (await atCarrier(app, "/calls")) as { calls: { to: string; whispers?: string[] }[] };
  const whispers = calls.find((call) => call.to === to)!.whispers;
  expect(whispers).toEqual(["A call with Cleo Marsh. It is about: A visit is agreed. Connecting you now."]);
  // A cold transfer is not introduced; the person sees the number that the call is led from.
  const cold = callableNumber("0002").replace(/0002$/, "9002");
  await atCarrier(app, "/callees", { number: cold, holds: true });
  await caller.person(cold, "Dan Dale");
  const { callId: coldId } = await caller.act("initiate_call", { to: cold, voiceAgentId });
  const isColdLive = async () => (await caller.act("get_call", { callId: coldId })).status === "in-progress";
  await until("somebody has answered", isColdLive);
  await caller.act("transfer_call", { callId: coldId, to: "+12125550182", mode: "blind" });
  expect(await caller.ended(coldId as string)).toMatchObject({ outcome: "transferred" });
  const entries = (await atCarrier(app, "/calls"))["calls"] as {
    to: string;
    whispers?: string[];
    dialed?: string[];
  }[];
  const entry = entries.find((one) => one.to === cold)!;
  expect([entry.whispers, entry.dialed]).toEqual([undefined, ["+12125550182"]]);
  const again = await caller.call("transfer_call", { callId, to: "+12125550182", mode: "blind" });
  expect([again.status, again.body.code]).toEqual([409, "INVALID_STATE"]);
});

const recorded = async (callId: unknown) => {
  let shown: Row = {};
  await until("the audio is kept", async () => {
    shown = await caller.act("get_recording", { callId });
    return shown["status"] === "ready";
  });
  return shown;
};
const atVendor = async () => (await atCarrier(app, "/recordings"))["recordings"] as string[];

test("a call is recorded once the person has agreed, and its audio is deleted everywhere", async () => {
  const agent = await modelAgent(caller, { recording: "ask" });
  const { call, agentSaid } = await talk(["Yes, go ahead", "Yes, Friday is fine"], { agent });
  expect(agentSaid).toEqual([
    "This is Sample Dental. I am an AI assistant. May I record this call? Please say yes or no.",
    "Thank you. Hello Ann Ace, does Friday suit you?",
    "Thank you, see you on Friday.",
  ]);
  const { callId } = call;
  const shown = await recorded(callId);
  expect(shown).toMatchObject({ callId, consent: "asked", contentType: "audio/mpeg", size: 417 });
  const link = new URL(shown["url"] as string);
  const audio = await app.get(link.pathname + link.search);
  expect([audio.status, audio.headers["content-type"]]).toEqual([200, "audio/mpeg"]);
  const at = { "x-test-clock": new Date(Date.now() + 16 * 60_000).toISOString() };
  expect((await app.get(link.pathname + link.search, at)).status).toBe(410);
  const [event] = await app.database.query<{ payload: Row }>(
    "SELECT payload FROM gateway.outbox_events WHERE object_id = $1 AND type = 'call.recording_ready'",
    [callId],
  );
  expect(event!.payload["object"]).toMatchObject({ callId });
  expect(await atVendor()).toHaveLength(1);
  expect(await caller.act("delete_recording", { callId })).toEqual({ callId, deleted: true });
  expect(await caller.act("delete_recording", { callId })).toEqual({ callId, deleted: true });
  expect(await atVendor()).toEqual([]);
  expect((await app.get(link.pathname + link.search)).status).toBe(404);
  const gone = await caller.call("get_recording", { callId });
  expect([gone.status, gone.body.code]).toEqual([404, "NOT_FOUND"]);
});

test("a call is not recorded without consent, and the agent asks nothing more when a person wants no calls", async () => {
  const agent = await modelAgent(caller, { recording: "ask", conversation: "script" });
  const refused = await talk(["I would rather not", "Yes"], { agent });
  expect(refused.agentSaid.slice(0, 2)).toEqual([
    "This is Sample Dental. May I record this call? Please say yes or no.",
    "All right, I do not record it. Hello Ann Ace, does Friday suit you?",
  ]);
  expect(refused.call).toMatchObject({ outcome: "goal_reached", ledBy: "script" });
  const silent = await talk(["", "Yes"], { agent });
  expect(silent.call).toMatchObject({ outcome: "goal_reached" });
  const opted = await talk(["Stop calling me"], { agent });
  expect(opted.call).toMatchObject({ outcome: "opted_out" });
  for (const { call } of [refused, silent, opted])
    expect((await caller.call("get_recording", { callId: call["callId"] })).status).toBe(404);
  expect(await atVendor()).toEqual([]);
});

test("an announced recording goes when its person is erased", async () => {
  const agent = await modelAgent(caller, { recording: "announce" });
  const { e164 } = await inboundNumber({ voiceAgentId: agent });
  const from = "+12125550193";
  const contactId = await caller.person(from, "Dora Lane");
  const call = await callIn(e164, from, ["Yes"]);
  const { turns } = await caller.act("get_transcript", { callId: call!["callId"] });
  expect(turns[0].text.untrustedText).toMatch(/^This call is recorded\. This is Sample Dental\./);
  expect(await recorded(call!["callId"])).toMatchObject({ consent: "announced" });
  await caller.act("delete_call_contact", { contactId });
  await until("the audio is gone", async () => (await atVendor()).length === 0);
  expect((await caller.call("get_recording", { callId: call!["callId"] })).status).toBe(404);
});

test("the disclosure is off in a place of the settings, unless a law there asks for it", async () => {
  const other = await createCaller(app);
  const agent = await modelAgent(other);
  const { e164 } = await inboundNumber({ voiceAgentId: agent }, other);
  const begins = async (from: string) => {
    const call = await callIn(e164, from, ["Yes"], other);
    const { turns } = await other.act("get_transcript", { callId: call!["callId"] });
    return (turns[0].text.untrustedText as string).includes("I am an AI assistant.");
  };
  expect(await begins("+12125550171")).toBe(true);
  const rules = await other.act("update_calling_rules", { aiDisclosureOff: ["US-TX", "US-NY", "US-NY"] });
  expect(rules["aiDisclosureOff"]).toEqual(["US-NY", "US-TX"]);
  expect(rules["aiDisclosureLaws"]).toContainEqual(
    expect.objectContaining({ place: "EU", since: "2026-08-02" }),
  );
  expect(await begins("+12125550172")).toBe(false);
  expect(await begins("+14155550173")).toBe(true);
  for (const place of ["US-CA", "DE"]) {
    const { status, body } = await other.call("update_calling_rules", { aiDisclosureOff: [place] });
    expect([status, body.details.rule, body.details.place]).toEqual([422, "ai_disclosure_required", place]);
  }
  const unknown = await other.call("update_calling_rules", { aiDisclosureOff: ["US-NY", "US"] });
  expect([unknown.status, unknown.body.details.fields[0].path]).toEqual([400, "aiDisclosureOff.1"]);
});

test("recordings and transcripts go after the days that an account keeps them, and no others do", async () => {
  const other = await createCaller(app);
  const agent = await modelAgent(other, { recording: "ask" });
  const [old, recent] = await Promise.all(
    [0, 1].map(() => talk(["Yes, go ahead", "Yes"], { agent, by: other })),
  );
  const isReady = async ({ call }: Talk) =>
    (await other.act("get_recording", { callId: call["callId"] }))["status"] === "ready";
  await until("the audio is kept", async () => (await isReady(old!)) && (await isReady(recent!)));
  const age = (days: number, { call }: Talk) =>
    app.database.query(
      "UPDATE gateway.caller_calls SET ended_at = ended_at - $2 * interval '1 day' WHERE id = $1",
      [call["callId"], days],
    );
  await age(31, old!);
  const { findRetention, sweepCalls } =
    await import("../../../subgraphs/gateway/voice/recordings/retention.service.ts");
  const sweep = async () => {
    const all = app.running.platform.contextIn("gateway") as never;
    const own = (await findRetention(all)).find(({ ownerId }) => ownerId === other.ownerId);
    if (own) await sweepCalls(app.running.platform.contextIn("gateway", other.ownerId) as never, own);
    return own;
  };
  expect(await sweep()).toBeUndefined();
  await other.act("update_calling_rules", { keepRecordingsDays: 30 });
  await sweep();
  const statusOf = async (tool: string, { call }: Talk) =>
    (await other.call(tool, { callId: call["callId"] })).status;
  expect(await statusOf("get_recording", old!)).toBe(404);
  expect(await statusOf("get_transcript", old!)).toBe(200);
  expect(await statusOf("get_recording", recent!)).toBe(200);
  await until("the carrier has one recording", async () => (await atVendor()).length === 1);
  await other.act("update_calling_rules", { keepRecordingsDays: null, keepTranscriptsDays: 30 });
  await sweep();
  await sweep();
  expect(await statusOf("get_transcript", old!)).toBe(404);
  expect(await statusOf("get_transcript", recent!)).toBe(200);
  const kept = await other.act("get_call", { callId: old!.call["callId"] });
  expect(kept).toMatchObject({ outcome: "goal_reached", costCredits: old!.call["costCredits"] });
  await other.act("delete_recording", { callId: recent!.call["callId"] });
});

test("names and numbers are masked in every transcript of an account whose rules say so", async () => {
  const other = await createCaller(app);
  const agent = await modelAgent(other);
  const { redactKinds } = await other.act("update_calling_rules", { redactKinds: ["phone", "name", "name"] });
  expect(redactKinds).toEqual(["name", "phone"]);
  const says = ["My name is Bo Berg, call 212 555 0142 on Monday", "Yes"];
  const { call, said } = await talk(says, { agent, by: other });
  expect(said.map(([, text]) => text)).toEqual([
    "This is Sample Dental. I am an AI assistant. Hello [name], does Friday suit you?",
    "My name is [name], call [phone] on Monday",
    "Monday then. Shall I note Monday?",
    "Yes",
    "Thank you, see you on Friday.",
  ]);
  expect(call).toMatchObject({ outcome: "goal_reached", goalReached: true });
  const found = await other.act("search_transcripts", { query: "Berg" });
  expect(found["total"]).toBe(0);
});

test("recordings of an account whose calls are erased are deleted at the carrier too", async () => {
  const other = await createCaller(app);
  const agent = await modelAgent(other, { recording: "ask" });
  const { call } = await talk(["Yes, go ahead", "Yes"], { agent, by: other });
  await until("the audio is kept", async () => {
    return (await other.act("get_recording", { callId: call["callId"] }))["status"] === "ready";
  });
  expect(await atVendor()).toHaveLength(1);
  await app.database.query("DELETE FROM gateway.caller_calls WHERE id = $1", [call["callId"]]);
  const { deleteLeftRecordings } =
    await import("../../../subgraphs/gateway/voice/recordings/left-recordings.service.ts");
  const ctx = app.running.platform.contextIn("gateway") as never;
  await deleteLeftRecordings(ctx, new AbortController().signal);
  expect(await atVendor()).toEqual([]);
  expect(await app.database.query("SELECT 1 FROM gateway.caller_left_recordings")).toEqual([]);
});
