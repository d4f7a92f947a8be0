import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { validationError } from "../../src/errors.ts";
import type { StandIn, StandInContext } from "../stand-in.ts";
import { zodFaults } from "../zod-faults.ts";
import { callbackFaultsSchema, CarrierCallbacks } from "./carrier-callbacks.ts";
import { CarrierState, fateOfNumber, newSid, type CarrierEntry } from "./carrier-state.ts";
import { VoiceDesk } from "./voice-desk.ts";
import { callForm, isNumber, refusal, shownEntry, textForm } from "./carrier-wire.ts";

export interface CarrierOptions {
  /** URL for incoming texts; null without a receiver. */
  inboundUrl: string | null;
  /** The secret that signs forms: the account's token. */
  token: string;
}

const inboundSchema = z.strictObject({
  from: z.string(),
  to: z.string().default("+15005550006"),
  body: z.string().max(1_600),
  /** Given again, it is the same text. */
  sid: z
    .string()
    .regex(/^SM[0-9a-f]{32}$/)
    .optional(),
});

/** Characters per second that a voice speaks in a call of the stand-in. */
const charactersPerSecond = 15;

/**
 * A stand-in for a carrier of texts and calls, of the Twilio API (2010-04-01): no real phone rings. Numbers
 * that end in 0003 and 0005 cannot be reached, 0009 is busy, +15005550001 is invalid; `callees.ts` has more
 * about interactive calls.
 */
export function createCarrierStandIn(options: CarrierOptions): StandIn {
  return { name: "carrier", register: (app, context) => openCarrier(app, context, options) };
}

async function openCarrier(
  app: FastifyInstance,
  { clock, log }: StandInContext,
  { inboundUrl, token }: CarrierOptions,
): Promise<void> {
  const state = new CarrierState();
  const callbacks = new CarrierCallbacks({ token, log });
  app.addHook("onClose", () => callbacks.close());
  const now = () => clock.now();
  const desk = new VoiceDesk({ callbacks, now });
  app.addHook("preClose", () => desk.close());
  const follow = (entry: CarrierEntry) => (entry.url === null ? goOn(entry, callbacks) : desk.answer(entry));
  apiRoutes(app, { state, now, goOn: follow });
  desk.mountApi(app, guarded, state);
  controlRoutes(app, { state, callbacks, inboundUrl });
  desk.mountControl(app, state);
}

/** Advances a text or call through its states, with its callbacks. */
function goOn(entry: CarrierEntry, callbacks: CarrierCallbacks): void {
  const fate = fateOfNumber[entry.to.slice(-4)];
  const { sid, accountSid, to, from, statusCallback } = entry;
  const common = { AccountSid: accountSid, To: to, From: from, ApiVersion: "2010-04-01" };
  if (entry.kind === "call") {
    entry.status = fate ? (fate.status === "busy" ? "busy" : "no-answer") : "completed";
    const seconds = Math.ceil((entry.twiml ?? "").length / charactersPerSecond);
    entry.durationSeconds = entry.status === "completed" ? Math.min(seconds, entry.timeLimitSeconds) : 0;
    const end = { CallSid: sid, CallStatus: entry.status, CallDuration: String(entry.durationSeconds) };
    if (statusCallback) void callbacks.send(statusCallback, [{ ...common, ...end }]);
    return;
  }
  entry.status = fate ? "undelivered" : "delivered";
  entry.errorCode = fate?.errorCode ?? null;
  const step = (status: string) => ({ ...common, MessageSid: sid, SmsSid: sid, MessageStatus: status });
  const error = fate ? { ErrorCode: String(fate.errorCode) } : {};
  if (statusCallback)
    void callbacks.send(statusCallback, [step("sent"), { ...step(entry.status), ...error }]);
}

interface ApiParts {
  state: CarrierState;
  now(): Date;
  goOn(entry: CarrierEntry): void;
}

type Scoped = FastifyRequest<{ Params: { sid: string } }>;

const guarded = {
  preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
    const [scheme, encoded = ""] = (request.headers.authorization ?? "").split(" ");
    const [user, password] = Buffer.from(encoded, "base64").toString("utf8").split(":");
    const isKnown = scheme === "Basic" && user === (request as Scoped).params.sid && Boolean(password);
    return isKnown ? undefined : reply.code(401).send(refusal(20003, "Authenticate", 401));
  },
};

function apiRoutes(app: FastifyInstance, { state, now, goOn: follow }: ApiParts): void {
  const base = "/2010-04-01/Accounts/:sid";
  const take = (request: Scoped, reply: FastifyReply, kind: "text" | "call") => {
    const parsed = (kind === "text" ? textForm : callForm).safeParse(request.body);
    if (!parsed.success) return reply.code(400).send(refusal(21602, "A parameter is missing or not valid."));
    const form = parsed.data as z.output<typeof textForm> & Partial<z.output<typeof callForm>>;
    if (kind === "call" && (form.Twiml === undefined) === (form.Url === undefined))
      return reply.code(400).send(refusal(21205, "Url parameter is required."));
    if (!isNumber(form.To) || form.To === "+15005550001")
      return reply.code(400).send(refusal(21211, "The 'To' number is not a valid phone number."));
    const entry = state.add({
      kind,
      accountSid: request.params.sid,
      to: form.To,
      from: form.From,
      body: form.Body ?? null,
      twiml: form.Twiml ?? null,
      url: form.Url ?? null,
      mediaUrl: form.MediaUrl ?? null,
      isRecorded: form.Record === "true",
      timeLimitSeconds: form.TimeLimit ?? 0,
      statusCallback: form.StatusCallback ?? null,
      createdAt: now(),
    });
    const shown = shownEntry(entry);
    follow(entry);
    return reply.code(201).send(shown);
  };
  const list = (request: FastifyRequest, kind: "text" | "call") => {
    const { To: to, PageSize: size = "50" } = request.query as { To?: string; PageSize?: string };
    const wanted = state.list((entry) => entry.kind === kind && (to === undefined || entry.to === to));
    return wanted.slice(0, Number(size)).map(shownEntry);
  };
  app.post(`${base}/Messages.json`, guarded, async (request, reply) =>
    take(request as Scoped, reply, "text"),
  );
  app.post(`${base}/Calls.json`, guarded, async (request, reply) => take(request as Scoped, reply, "call"));
  app.get(`${base}/Messages.json`, guarded, async (request) => ({ messages: list(request, "text") }));
  app.get(`${base}/Calls.json`, guarded, async (request) => ({ calls: list(request, "call") }));
}

interface ControlParts {
  state: CarrierState;
  callbacks: CarrierCallbacks;
  inboundUrl: string | null;
}

/** The stand-in's controls; exempt from faults and the journal. */
function controlRoutes(app: FastifyInstance, { state, callbacks, inboundUrl }: ControlParts): void {
  const config = { isControl: true };
  app.get("/messages", { config }, async () => ({ messages: state.list(({ kind }) => kind === "text") }));
  app.get("/calls", { config }, async () => ({ calls: state.list(({ kind }) => kind === "call") }));
  app.post("/inbound", { config }, async (request) => {
    const { from, to, body, sid = newSid("SM") } = read(inboundSchema, request.body);
    if (inboundUrl === null) return { sid, status: null, reply: null };
    const params = { MessageSid: sid, SmsSid: sid, From: from, To: to, Body: body, NumMedia: "0" };
    const { copies = 1 } = callbacks.faults;
    const answers = await Promise.all(
      Array.from({ length: copies }, () => callbacks.post(inboundUrl, params)),
    );
    const replies = answers.flatMap(
      (answer) => /<Message>([^<]*)<\/Message>/.exec(answer?.text ?? "")?.[1] ?? [],
    );
    return { sid, status: answers[0]?.status ?? null, replies };
  });
  app.post("/callbacks/faults", { config }, async (request) => {
    callbacks.faults = read(callbackFaultsSchema, request.body ?? {});
    return { faults: callbacks.faults };
  });
  app.post("/callbacks/settled", { config }, async () => {
    await callbacks.settled();
    return {};
  });
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw validationError(zodFaults(parsed.error));
  return parsed.data;
}
