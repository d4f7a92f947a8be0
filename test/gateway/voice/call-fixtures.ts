import { keyScopes } from "../../../src/access/scopes.ts";
import { newId } from "../../../src/ids.ts";
import { knownZonesOf } from "../../../src/telephony/number-zones.ts";
import { isWithinHours, legalHours } from "../../../subgraphs/gateway/voice/contacts/calling-window.ts";
import type { TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { createAccount, createKey } from "../support/people.ts";

type Input = Record<string, unknown>;

/** Places around the world: of some it is day at any time. */
const prefixes = ["+1212555", "+1310555", "+1808555", "+1671555", "+6129160", "+4420794"];
const everyDay = { ...legalHours, days: [1, 2, 3, 4, 5, 6, 7], holidays: [] };
let made = 20;

/** A number that may be called now and for the next hour; its ending selects the stand-in's behaviour. */
export function callableNumber(ending?: string): string {
  const now = new Date();
  const soon = new Date(now.getTime() + 60 * 60_000);
  for (const prefix of prefixes) {
    const digits = prefix.startsWith("+1") ? 11 : prefix.startsWith("+61") ? 11 : 12;
    const last = ending ?? String((made += 1)).padStart(4, "0");
    const number = prefix + last.padStart(digits + 1 - prefix.length, "0");
    const zones = knownZonesOf(number) ?? [];
    if (zones.length > 0 && [now, soon].every((at) => isWithinHours(zones, everyDay, at))) return number;
  }
  throw new Error("It is night everywhere.");
}

export const steps = [
  {
    id: "ask",
    say: "Hello {{contactName}}, does Friday suit you?",
    expect: ["yes", "no"],
    next: { yes: "booked", no: "sorry", "*": "ask" },
  },
  { id: "booked", say: "Thank you, see you on Friday.", goal: true },
  { id: "sorry", say: "We will write to you instead." },
];

/** An account with credits whose calls are led by a published script. */
export async function createCaller(app: TestApp, credits = 500) {
  const ownerId = await createAccount(app, credits);
  const headers = { "x-app-id": "ai-caller", ...(await createKey(app, ownerId, keyScopes)) };
  const call = (name: string, input: Input, key = newId("key"), more: Record<string, string> = {}) =>
    app.tool(name, input, { ...headers, "idempotency-key": key, ...more });
  const act = async (name: string, input: Input = {}) => {
    const { status, body } = await call(name, input);
    if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  /** A published script, and an agent that calls by it. */
  const ready = async (more: Input = {}) => {
    const script = await act("create_script", { name: "Visit", goal: "A visit is agreed", steps });
    await act("publish_script_version", { scriptId: script.id, version: 1 });
    const agent = await act("create_voice_agent", {
      name: "Joanna",
      voiceId: "Polly.Joanna",
      language: "en-US",
      scriptId: script.id,
      firstMessage: "This is Sample Dental.",
      maxDurationSec: 120,
      ...more,
    });
    return { scriptId: script.id as string, voiceAgentId: agent.id as string };
  };
  const person = async (phone: string, name = "Ann Ace") =>
    (await act("create_call_contact", { name, phone, consent: { kind: "express", source: "form" } }))
      .id as string;
  /** The call once it is over. */
  const ended = async (callId: string) => {
    let shown: Input = {};
    await until("the call is over", async () => {
      shown = await act("get_call", { callId });
      return shown["endedAt"] !== null;
    });
    return shown;
  };
  return { ownerId, headers, call, act, ready, person, ended };
}

/** The stand-in's switches. */
export async function atCarrier(app: TestApp, path: string, body?: unknown): Promise<Input> {
  const response = await fetch(`${app.sandboxUrl}/carrier${path}`, {
    headers: { "content-type": "application/json", connection: "close" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Input;
}
