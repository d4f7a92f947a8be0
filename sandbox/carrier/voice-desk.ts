import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { z } from "zod";
import { validationError } from "../../src/errors.ts";
import { zodFaults } from "../zod-faults.ts";
import { calleeOf, calleeSchema, type Callee } from "./callees.ts";
import type { CarrierCallbacks } from "./carrier-callbacks.ts";
import { newSid, type CarrierEntry, type CarrierState } from "./carrier-state.ts";
import { isNumber, refusal, shownEntry } from "./carrier-wire.ts";
import { LedCall } from "./led-call.ts";

const endForm = z.object({ Status: z.enum(["completed", "canceled"]) });
const base = "/2010-04-01/Accounts/:sid";

interface OwnNumber {
  sid: string;
  phone_number: string;
}

/** Led calls, who answers them, and the numbers that were bought. */
export class VoiceDesk {
  readonly #callbacks: CarrierCallbacks;
  readonly #now: () => Date;
  readonly #callees = new Map<string, Callee>();
  readonly #calls = new Map<string, LedCall>();
  readonly #numbers: OwnNumber[] = [];

  constructor({ callbacks, now }: { callbacks: CarrierCallbacks; now(): Date }) {
    this.#callbacks = callbacks;
    this.#now = now;
  }

  /** Starts a call after the response to its creation. */
  answer(entry: CarrierEntry): void {
    const callee = this.#callees.get(entry.to) ?? calleeOf(entry.to);
    const call = new LedCall(entry, { callee, callbacks: this.#callbacks, now: this.#now });
    this.#calls.set(entry.sid, call);
    void call.run().finally(() => this.#calls.delete(entry.sid));
  }

  /** Ends calls that would wait for ever. */
  async close(): Promise<void> {
    await Promise.all([...this.#calls.values()].map((call) => call.hangUp()));
  }

  mountApi(app: FastifyInstance, guarded: RouteShorthandOptions, state: CarrierState): void {
    app.post(`${base}/Calls/:call.json`, guarded, async (request, reply) => {
      const { call: sid } = request.params as { call: string };
      const [entry] = state.list((one) => one.sid === sid);
      const form = endForm.safeParse(request.body);
      if (!entry) return reply.code(404).send(refusal(20404, "The requested resource was not found", 404));
      if (!form.success) return reply.code(400).send(refusal(21218, "Invalid status"));
      const call = this.#calls.get(sid);
      if (!call) return reply.code(400).send(refusal(21220, "Call is not in-progress. Cannot redirect."));
      const ending = call.hangUp();
      void this.#callbacks.track(ending);
      return shownEntry(entry);
    });
    app.get(`${base}/IncomingPhoneNumbers.json`, guarded, async (request) => {
      const { PhoneNumber: wanted } = request.query as { PhoneNumber?: string };
      const found = this.#numbers.filter((one) => wanted === undefined || one.phone_number === wanted);
      return { incoming_phone_numbers: found };
    });
    app.post(`${base}/IncomingPhoneNumbers.json`, guarded, async (request, reply) =>
      this.#buy(request, reply),
    );
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

  mountControl(app: FastifyInstance): void {
    app.post("/callees", { config: { isControl: true } }, async (request) => {
      const parsed = calleeSchema.safeParse(request.body);
      if (!parsed.success) throw validationError(zodFaults(parsed.error));
      const { number, ...callee } = parsed.data;
      this.#callees.set(number, callee);
      return { number, ...callee };
    });
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
