import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { z } from "zod";
import { validationError } from "../../src/errors.ts";
import { zodFaults } from "../zod-faults.ts";
import { calleeOf, calleeSchema, type Callee } from "./callees.ts";
import type { CarrierCallbacks } from "./carrier-callbacks.ts";
import { isLastingCall, newSid, type CarrierEntry, type CarrierState } from "./carrier-state.ts";
import type { StreamReport } from "./media-call.ts";
import { isNumber, refusal, shownEntry } from "./carrier-wire.ts";
import { QueueHall } from "./queue-hall.ts";
import { LedCall, type LedCallParts } from "./led-call.ts";

const changeForm = z.union([
  z.object({ Status: z.enum(["completed", "canceled"]) }),
  z.object({ Twiml: z.string().min(1).max(4_000) }),
]);
const routeForm = z.object({ VoiceUrl: z.url(), StatusCallback: z.url().optional() });
/** A call that somebody makes to one of the numbers. */
const inboundCall = calleeSchema.omit({ number: true, answers: true }).extend({
  from: z.string().regex(/^\+[1-9]\d{5,14}$/),
  to: z.string().regex(/^\+[1-9]\d{5,14}$/),
});
const base = "/2010-04-01/Accounts/:sid";

const maxStreams = 500;

interface OwnNumber {
  sid: string;
  phone_number: string;
  voice_url?: string;
  status_callback?: string | undefined;
}

/** A frame of MPEG-1 Layer III, 128 kbit/s at 44.1 kHz, with nothing in it: 26 ms of silence. */
function silentMp3(): Buffer {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xff_fb_90_c4);
  return frame;
}

/** Led calls, who answers them, and the numbers that were bought. */
export class VoiceDesk {
  readonly #callbacks: CarrierCallbacks;
  readonly #now: () => Date;
  readonly #callees = new Map<string, Callee>();
  readonly #calls = new Map<string, LedCall>();
  readonly #numbers: OwnNumber[] = [];
  readonly #streams: StreamReport[] = [];
  readonly #queues = new QueueHall();
  readonly #recordings = new Map<string, Buffer>();

  constructor({ callbacks, now }: { callbacks: CarrierCallbacks; now(): Date }) {
    this.#callbacks = callbacks;
    this.#now = now;
  }

  /** Starts a call after the response to its creation. */
  answer(entry: CarrierEntry): void {
    const callee = this.#callees.get(entry.to) ?? calleeOf(entry.to);
    const call = new LedCall(entry, { callee, ...this.#parts() });
    this.#calls.set(entry.sid, call);
    void call.run().finally(() => this.#calls.delete(entry.sid));
  }

  #parts(): Pick<LedCallParts, "callbacks" | "queues" | "record" | "now" | "reportStream"> {
    const reportStream = (report: StreamReport) => {
      this.#streams.push(report);
      if (this.#streams.length > maxStreams) this.#streams.shift();
    };
    return {
      callbacks: this.#callbacks,
      queues: this.#queues,
      record: () => this.#record(),
      now: this.#now,
      reportStream,
    };
  }

  #record(): string {
    const sid = newSid("RE");
    this.#recordings.set(sid, silentMp3());
    return sid;
  }

  /** Ends calls that would wait for ever. */
  async close(): Promise<void> {
    await Promise.all([...this.#calls.values()].map((call) => call.hangUp()));
  }

  mountApi(app: FastifyInstance, guarded: RouteShorthandOptions, state: CarrierState): void {
    app.post(`${base}/Calls/:call.json`, guarded, async (request, reply) => {
      const { call: sid } = request.params as { call: string };
      if (isLastingCall(sid)) return { sid, status: "in-progress" };
      const [entry] = state.list((one) => one.sid === sid);
      const form = changeForm.safeParse(request.body);
      if (!entry) return reply.code(404).send(refusal(20404, "The requested resource was not found", 404));
      if (!form.success) return reply.code(400).send(refusal(21218, "Invalid status"));
      const call = this.#calls.get(sid);
      if (!call) return reply.code(400).send(refusal(21220, "Call is not in-progress. Cannot redirect."));
      if ("Twiml" in form.data) {
        if (call.redirect(form.data.Twiml)) return shownEntry(entry);
        return reply.code(400).send(refusal(21220, "Call is not in-progress. Cannot redirect."));
      }
      const ending = call.hangUp();
      void this.#callbacks.track(ending);
      return shownEntry(entry);
    });
    this.#mountNumbers(app, guarded);
    this.#mountRecordings(app, guarded);
  }

  #mountNumbers(app: FastifyInstance, guarded: RouteShorthandOptions): void {
    app.get(`${base}/IncomingPhoneNumbers.json`, guarded, async (request) => {
      const { PhoneNumber: wanted } = request.query as { PhoneNumber?: string };
      const found = this.#numbers.filter((one) => wanted === undefined || one.phone_number === wanted);
      return { incoming_phone_numbers: found };
    });
    app.post(`${base}/IncomingPhoneNumbers.json`, guarded, async (request, reply) =>
      this.#buy(request, reply),
    );
    app.post(`${base}/IncomingPhoneNumbers/:number.json`, guarded, async (request, reply) => {
      const { number: sid } = request.params as { number: string };
      const own = this.#numbers.find((one) => one.sid === sid);
      const form = routeForm.safeParse(request.body);
      if (!own) return reply.code(404).send(refusal(20404, "The requested resource was not found", 404));
      if (!form.success) return reply.code(400).send(refusal(21502, "Invalid VoiceUrl"));
      own.voice_url = form.data.VoiceUrl;
      own.status_callback = form.data.StatusCallback;
      return own;
    });
    app.delete(`${base}/IncomingPhoneNumbers/:number.json`, guarded, async (request, reply) => {
      const { number: sid } = request.params as { number: string };
      const at = this.#numbers.findIndex((one) => one.sid === sid);
      if (at < 0) return reply.code(404).send(refusal(20404, "The requested resource was not found", 404));
      this.#numbers.splice(at, 1);
      return reply.code(204).send();
    });
    app.get(`${base}/AvailablePhoneNumbers/:country/Local.json`, guarded, async (request) => {
      const { AreaCode: code = "212", Contains: contains = "" } = request.query as Record<string, string>;
      const offers = Array.from(
        { length: 20 },
        (_, at) => `+1${code}55501${String(at + 50).padStart(2, "0")}`,
      );
      const isFree = (number: string) => !this.#numbers.some((own) => own.phone_number === number);
      return {
        available_phone_numbers: offers
          .filter((number) => isFree(number) && number.includes(contains))
          .map((number) => ({ phone_number: number, locality: null, region: null })),
      };
    });
  }

  #mountRecordings(app: FastifyInstance, guarded: RouteShorthandOptions): void {
    app.get(`${base}/Recordings/:recording.mp3`, guarded, async (request, reply) => {
      const { recording: sid } = request.params as { recording: string };
      const bytes = this.#recordings.get(sid);
      if (!bytes) return reply.code(404).send(refusal(20404, "The requested resource was not found", 404));
      return reply.type("audio/mpeg").send(bytes);
    });
    app.delete(`${base}/Recordings/:recording.json`, guarded, async (request, reply) => {
      const { recording: sid } = request.params as { recording: string };
      if (this.#recordings.delete(sid)) return reply.code(204).send();
      return reply.code(404).send(refusal(20404, "The requested resource was not found", 404));
    });
  }

  mountControl(app: FastifyInstance, state: CarrierState): void {
    app.get("/recordings", { config: { isControl: true } }, async () => ({
      recordings: [...this.#recordings.keys()],
    }));
    app.get("/streams", { config: { isControl: true } }, async () => ({ streams: this.#streams }));
    app.post("/inbound-calls", { config: { isControl: true } }, async (request) => {
      const parsed = inboundCall.safeParse(request.body);
      if (!parsed.success) throw validationError(zodFaults(parsed.error));
      return this.#receive(state, parsed.data);
    });
    app.post("/callees", { config: { isControl: true } }, async (request) => {
      const parsed = calleeSchema.safeParse(request.body);
      if (!parsed.success) throw validationError(zodFaults(parsed.error));
      const { number, ...callee } = parsed.data;
      this.#callees.set(number, callee);
      return { number, ...callee };
    });
  }

  /** Resolves when the call is over. */
  async #receive(
    state: CarrierState,
    { from, to, ...callee }: z.output<typeof inboundCall>,
  ): Promise<{ sid: string | null; status: string }> {
    const number = this.#numbers.find((own) => own.phone_number === to);
    if (number?.voice_url === undefined) return { sid: null, status: "failed" };
    const entry = state.add({
      kind: "call",
      accountSid: "AC00000000000000000000000000000000",
      to,
      from,
      body: null,
      twiml: null,
      url: number.voice_url,
      mediaUrl: null,
      isRecorded: false,
      timeLimitSeconds: 14_400,
      statusCallback: number.status_callback ?? null,
      createdAt: this.#now(),
      isInbound: true,
    });
    const person = { ...callee, answers: "human" as const };
    const call = new LedCall(entry, { callee: person, ...this.#parts() });
    this.#calls.set(entry.sid, call);
    await call.run().finally(() => this.#calls.delete(entry.sid));
    return { sid: entry.sid, status: entry.status };
  }

  /** Numbers that end in 0008 are not available. */
  #buy(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { PhoneNumber: wanted = "" } = (request.body ?? {}) as { PhoneNumber?: string };
    if (!isNumber(wanted) || wanted.endsWith("0008"))
      return reply.code(400).send(refusal(21422, "PhoneNumber is not available."));
    const own = { sid: newSid("PN"), phone_number: wanted };
    this.#numbers.push(own);
    return reply.code(201).send(own);
  }
}
