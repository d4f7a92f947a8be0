import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../src/time/clock.ts";
import { DomainError, validationError } from "../src/errors.ts";
import { FaultPlan, faultsSchema, type Faults, type FaultVerdict } from "./faults.ts";
import { Journal, type JournalEntry } from "./journal.ts";
import { isStandInName, type StandInName } from "./stand-in.ts";
import { zodFaults } from "./zod-faults.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A control of the stand-in, not part of the vendor's API: exempt from faults and the journal. */
    isControl?: boolean;
  }
  interface FastifyRequest {
    /** How the stand-in must corrupt its response, in its own protocol. */
    sandboxAnswer?: NonNullable<Faults["answer"]>;
  }
}

/** The control plane's state for one vendor with a stand-in. */
interface Desk {
  faults: FaultPlan;
  journal: Journal;
}

/** Faults and journals of all external services. One hook applies them to every stand-in that speaks HTTP. */
export class ControlPlane {
  readonly #desks: Map<string, Desk>;
  readonly #clock: Clock;
  readonly #random: () => number;

  constructor(options: {
    standIns: readonly StandInName[];
    clock: Clock;
    random?: (() => number) | undefined;
  }) {
    this.#desks = new Map(
      options.standIns.map((name) => [name, { faults: new FaultPlan(), journal: new Journal() }]),
    );
    this.#clock = options.clock;
    this.#random = options.random ?? Math.random;
  }

  /** Adds a request to a vendor's journal, for those that do not come over HTTP. */
  record(party: StandInName, entry: Omit<JournalEntry, "at">): void {
    this.#desk(party).journal.record({ at: this.#clock.now().toISOString(), ...entry });
  }

  /** The fault for the vendor's next request, after waiting out its latency. */
  async nextFault(party: StandInName, path = ""): Promise<FaultVerdict["outcome"]> {
    const { latencyMs, outcome } = this.#desk(party).faults.nextVerdict(this.#random(), path);
    // Without a reference, a request that is still waiting does not keep a closed sandbox's process alive.
    if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false });
    return outcome;
  }

  /** Adds the control routes, and the hook that journals every request under `/{party}` and applies faults. */
  attach(app: FastifyInstance): void {
    app.addHook("preHandler", async (request, reply) => {
      const party = partyOf(request.url);
      if (party === null || !this.#desks.has(party)) return undefined;
      if (request.routeOptions?.config?.isControl) return undefined;
      const { method, url: path, headers, body } = request;
      this.record(party, { method, path, headers, body });
      return applyFault(await this.nextFault(party, path.slice(party.length + 2)), request, reply);
    });
    app.post<{ Params: { party: string } }>("/control/:party", async (request) => {
      const desk = this.#desk(request.params.party);
      const parsed = faultsSchema.safeParse(request.body);
      if (!parsed.success) throw validationError(zodFaults(parsed.error));
      const { answer } = parsed.data;
      if (answer !== undefined && answer !== "html" && request.params.party !== "opendata") {
        const message = "must be html for this stand-in";
        throw validationError([{ path: "answer", message, rule: "party" }]);
      }
      desk.faults.set(parsed.data);
      return { party: request.params.party, faults: parsed.data };
    });
    app.delete<{ Params: { party: string } }>("/control/:party", async (request) => {
      this.#desk(request.params.party).faults.clear();
      return { party: request.params.party, faults: null };
    });
    app.get<{ Params: { party: string } }>("/control/:party/journal", async (request) => {
      return { requests: this.#desk(request.params.party).journal.list() };
    });
  }

  #desk(party: string): Desk {
    const desk = this.#desks.get(party);
    if (desk) return desk;
    const message = isStandInName(party)
      ? `The service ${party} has no stand-in in this sandbox.`
      : "Unknown external service. See standIns for the valid names.";
    throw new DomainError("NOT_FOUND", message, { standIns: [...this.#desks.keys()] });
  }
}

function partyOf(url: string): StandInName | null {
  const name = url.split(/[/?]/, 2)[1] ?? "";
  return isStandInName(name) ? name : null;
}

/** A response ends the request here; undefined passes it to the stand-in. */
function applyFault(
  outcome: FaultVerdict["outcome"],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  switch (outcome.kind) {
    case "none":
      return undefined;
    case "drop":
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    case "malformed":
      return reply.code(outcome.status).type("application/json").send('{"cut off": [1, 2');
    case "answer":
      if (outcome.as === "html")
        return reply.type("text/html").send("<!DOCTYPE html><html><body>Down for maintenance</body></html>");
      request.sandboxAnswer = outcome.as;
      return undefined;
    case "status":
      return reply
        .code(outcome.status)
        .send({ error: { type: "sandbox_fault", message: "Requested sandbox fault." } });
  }
}
