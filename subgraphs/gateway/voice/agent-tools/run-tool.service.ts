import { parse } from "graphql";
import { recordEntry, type AuditEntry } from "../../../../src/access/audit-entry.ts";
import { copyContext } from "../../../../src/context.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { countryOfNumber, toE164 } from "../../../../src/telephony/phone-number.ts";
import { personNumberOf } from "../calls/new-call.ts";
import type { VoiceContext } from "../voice.context.ts";
import type { CallRow } from "../voice-tables.ts";
import { readToolRequest, toolNamed, type ToolRequest } from "./agent-tools.ts";

/** What came of a tool that a model asked for. */
export interface ToolOutcome {
  name: string;
  /** For the model, and for the transcript. */
  text: string;
  /** The agent may not use it, and says so. */
  isRefused: boolean;
  costHundredths: number;
}

const maxTimes = 6;
const maxServices = 20;
const servicesDocument = parse(/* GraphQL */ `
  query ServicesForCall {
    bookingServices(limit: 100) {
      services {
        id
        name
        durationMin
        price
        currency
      }
    }
  }
`);
const slotsDocument = parse(/* GraphQL */ `
  query SlotsForCall($serviceId: ID!, $date: Date) {
    bookingAvailability(serviceId: $serviceId, date: $date) {
      timezone
      slots {
        date
        time
      }
    }
  }
`);
const nextSlotDocument = parse(/* GraphQL */ `
  query NextSlotForCall($serviceId: ID!) {
    nextAvailableSlot(serviceId: $serviceId) {
      date
      time
    }
  }
`);
const bookDocument = parse(/* GraphQL */ `
  mutation BookForCall($input: CreateBookingInput!) {
    createBooking(input: $input) {
      id
      serviceName
      localStart
      timezone
      status
    }
  }
`);
const invoiceDocument = parse(/* GraphQL */ `
  query InvoiceForCall($number: ID!) {
    invoice(invoiceId: $number) {
      number
      status
      amountDue
      total
      currency
      dueDate
      client {
        id
      }
    }
  }
`);
const clientDocument = parse(/* GraphQL */ `
  query ClientForCall($clientId: ID!) {
    client(clientId: $clientId) {
      phone
    }
  }
`);

const refusals = {
  unknown_tool: { outcome: "denied", code: "FORBIDDEN" },
  scope_missing: { outcome: "denied", code: "FORBIDDEN" },
  invalid_arguments: { outcome: "error", code: "VALIDATION_ERROR" },
} as const;

interface Service {
  id: string;
  name: string;
}

/** Runs operations for one tool, and adds up what they cost. */
interface ToolRun {
  call: CallRow;
  ask(
    document: ReturnType<typeof parse>,
    variables: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
}

/**
 * Runs a tool that the model of a call asked for, as its voice agent: with the scopes that the agent's owner gave it, at the
 * prices of the operations. Refusals are results that the model reads. Every request has one audit row; repeats under the same
 * key change nothing. Never throws for what the model may ask.
 */
export async function runTool(
  ctx: VoiceContext,
  call: CallRow,
  asked: { name: string; arguments: Record<string, unknown> },
  key: string,
): Promise<ToolOutcome> {
  const scopes = call.plan.conversation?.toolScopes ?? [];
  const read = readToolRequest(asked.name, asked.arguments, scopes);
  if ("refusal" in read) {
    await recordToolUse(ctx, call, { name: asked.name, ...refusals[read.refusal] });
    return {
      name: asked.name,
      text: `${asked.name}: refused`,
      isRefused: read.refusal !== "invalid_arguments",
      costHundredths: 0,
    };
  }
  const { request } = read;
  const { appId } = toolNamed(request.name)!;
  let costHundredths = 0;
  const run: ToolRun = {
    call,
    async ask(document, variables) {
      const agentId = call.voiceAgentId!;
      const done = await ctx.ports.accountOperations.run(ctx, {
        document,
        variables,
        appId,
        agentId,
        scopes,
        key,
      });
      costHundredths += done.costHundredths;
      return done.data;
    },
  };
  const outcomeOf = (result: object): ToolOutcome => {
    const text = `${request.name}: ${JSON.stringify(result)}`;
    return { name: request.name, text, isRefused: false, costHundredths };
  };
  try {
    const result = await resultOf(run, request);
    // A booking has the audit row of its operation.
    if (request.name !== "create_booking")
      await recordToolUse(ctx, call, { name: request.name, outcome: "ok", code: null });
    return outcomeOf(result);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === "INTERNAL_ERROR") throw error;
    if (request.name !== "create_booking")
      await recordToolUse(ctx, call, { name: request.name, outcome: "error", code: error.code });
    return outcomeOf({ error: error.message });
  }
}

function resultOf(run: ToolRun, request: ToolRequest): Promise<object> {
  if (request.name === "check_availability") return checkAvailability(run, request.given);
  if (request.name === "create_booking") return createBooking(run, request.given);
  return lookUpInvoice(run, request.given);
}

async function checkAvailability(
  { ask }: ToolRun,
  { service: name, date }: { service: string; date?: string | undefined },
): Promise<object> {
  const found = await findService(ask, name);
  if (!("id" in found)) return found;
  const { id: serviceId, name: service } = found;
  if (date === undefined) {
    const { nextAvailableSlot: next } = await ask(nextSlotDocument, { serviceId });
    return { service, next };
  }
  const { bookingAvailability } = await ask(slotsDocument, { serviceId, date });
  const { timezone, slots } = bookingAvailability as { timezone: string; slots: { time: string }[] };
  const times = slots.map(({ time }) => time);
  return { service, date, timezone, times: times.slice(0, maxTimes), more: times.length > maxTimes };
}

async function createBooking(
  { ask, call }: ToolRun,
  {
    service: name,
    date,
    time,
    email,
    name: person,
  }: Extract<ToolRequest, { name: "create_booking" }>["given"],
): Promise<object> {
  const found = await findService(ask, name);
  if (!("id" in found)) return found;
  const number = personNumberOf(call);
  const notes = `Booked on the phone${person ? ` for ${person}` : ""}${number ? `, from ${number}` : ""}.`;
  const input = { serviceId: found.id, date, time, clientEmail: email, notes };
  const { createBooking: made } = await ask(bookDocument, { input });
  const { serviceName: service, localStart: start, timezone, status } = made as Record<string, string>;
  return { booked: true, service, start, timezone, status };
}

/** An invoice of the client whose phone number is on the line; any other does not exist. */
async function lookUpInvoice({ ask, call }: ToolRun, { number }: { number: string }): Promise<object> {
  const found = await ask(invoiceDocument, { number });
  const { client, ...invoice } = found["invoice"] as Record<string, unknown> & {
    client: { id: string | null };
  };
  const onLine = personNumberOf(call);
  const phone = client.id === null ? null : await phoneOf(ask, client.id);
  const isOwn =
    onLine !== null && phone !== null && toE164(phone, countryOfNumber(onLine) ?? "US") === onLine;
  if (!isOwn) throw new DomainError("INVOICE_NOT_FOUND", "Invoice not found. Check the number.");
  return invoice;
}

async function phoneOf(ask: ToolRun["ask"], clientId: string): Promise<string | null> {
  const { client } = await ask(clientDocument, { clientId });
  return (client as { phone: string | null }).phone;
}

/** A service by its name, whatever its case; otherwise the names there are. */
async function findService(ask: ToolRun["ask"], name: string): Promise<Service | { services: string[] }> {
  const { bookingServices } = await ask(servicesDocument, {});
  const { services } = bookingServices as { services: Service[] };
  const wanted = name.trim().toLowerCase();
  const [only] = services.length === 1 ? services : [];
  const found = services.find((one) => one.name.toLowerCase() === wanted) ?? only;
  return (
    found ?? {
      services: services
        .map((one) => one.name)
        .sort()
        .slice(0, maxServices),
    }
  );
}

/** Writes the audit row of a request that has none of its own, with the voice agent as the actor. */
export async function recordToolUse(
  ctx: VoiceContext,
  { id, voiceAgentId }: Pick<CallRow, "id" | "voiceAgentId">,
  { name, outcome, code }: Pick<AuditEntry, "outcome" | "code"> & { name: string },
): Promise<void> {
  const principal = { ...ctx.principal, kind: "serviceAccount" as const, id: voiceAgentId ?? "ai-caller" };
  const action = `voice_agent.${name.slice(0, 60)}`;
  const about = { action, appId: "ai-caller", targetType: "Call", targetId: id, changes: null };
  await recordEntry(copyContext(ctx, { principal }), { id: newId("aud"), ...about, outcome, code });
}
