import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { validationError } from "../../src/errors.ts";
import { newId } from "../../src/ids.ts";
import type { StandIn, StandInContext } from "../stand-in.ts";
import { Snapshot } from "../processor/snapshot.ts";
import { zodFaults } from "../zod-faults.ts";
import { businessSchema, submissionSchema, type RecordStatus, type StoredRecord } from "./protocol.ts";
import { TaxState, type TaxData } from "./tax-state.ts";
import { TaxWebhooks, webhookFaultsSchema, type TaxEvent, type TaxWebhookTarget } from "./tax-webhooks.ts";

export interface TaxFilingOptions {
  /** URL of events; null without a receiver. */
  webhook: TaxWebhookTarget | null;
  /** How long after it came a record is decided; null: only when the control route says so. */
  decideAfterMs: number | null;
}

const snapshotSchema = z.object({
  version: z.literal(1),
  state: z.custom<TaxData>((value) => typeof value === "object" && value !== null),
  undelivered: z.custom<TaxEvent[]>((value) => Array.isArray(value)),
});

const processSchema = z.strictObject({
  /** Only the record of this id or reference; without either, all that are not decided. */
  recordId: z.string().optional(),
  reference: z.string().optional(),
  /** `decide` accepts, except numbers that are rejected automatically. */
  outcome: z.enum(["transmit", "accept", "reject", "decide"]).default("decide"),
  /** The error of a rejection. */
  code: z
    .string()
    .regex(/^[A-Z0-9_]{1,64}$/)
    .default("TIN_NAME_MISMATCH"),
});

/**
 * A stand-in for a tax-filing provider: no form is filed. Its protocol is in docs/guides/tax-filing.md. It
 * stores its state in a file, so that it survives a restart, and only the last four digits of taxpayer numbers.
 */
export function createTaxFilingStandIn(options: TaxFilingOptions): StandIn {
  return { name: "taxfiling", register: (app, context) => openTaxFiling(app, context, options) };
}

async function openTaxFiling(
  app: FastifyInstance,
  { clock, log, keyDir }: StandInContext,
  { webhook, decideAfterMs }: TaxFilingOptions,
): Promise<void> {
  const touch = (): void => snapshot.touch();
  const state = new TaxState(touch);
  const webhooks = new TaxWebhooks({ target: webhook, clock, log, touch });
  const data = () => ({ version: 1, state: state.data(), undelivered: webhooks.undelivered });
  const snapshot = new Snapshot({ dir: keyDir, name: "taxfiling.json", data, log });
  const kept = await snapshot.read();
  if (kept !== null) {
    const { data: earlier } = snapshotSchema.safeParse(kept);
    if (!earlier) throw new Error(`${snapshot.path} is of another version: remove it to begin anew.`);
    state.restore(earlier.state);
    webhooks.restore(earlier.undelivered);
  }
  const timers = new Set<NodeJS.Timeout>();

  const move = (record: StoredRecord, to: RecordStatus, code: string | null): void => {
    if (!state.move(record, to, code)) return;
    const { recordId, submissionId, reference, status } = record;
    const createdAt = clock.now().toISOString();
    const facts = { recordId, submissionId, reference, status };
    webhooks.send({ id: newId("txe"), type: "record.status_changed", createdAt, data: facts });
  };
  const decide = (record: StoredRecord, rejection: string | null): void => {
    move(record, "transmitted", null);
    move(record, rejection === null ? "accepted" : "rejected", rejection);
  };
  const decideLater = (record: StoredRecord): void => {
    if (decideAfterMs === null) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      decide(record, record.fate);
    }, decideAfterMs).unref();
    timers.add(timer);
  };

  app.addHook("onListen", async () => {
    state.find(({ status }) => status === "submitted" || status === "transmitted").forEach(decideLater);
    webhooks.retryNow();
  });
  app.addHook("onClose", async () => {
    for (const timer of timers) clearTimeout(timer);
    await webhooks.close();
    await snapshot.flush();
  });
  protocolRoutes(app, { state, decideLater, now: () => clock.now() });
  controlRoutes(app, { state, webhooks, move, decide });
}

interface ProtocolParts {
  state: TaxState;
  decideLater(record: StoredRecord): void;
  now(): Date;
}

function protocolRoutes(app: FastifyInstance, { state, decideLater, now }: ProtocolParts): void {
  const refuse = (reply: FastifyReply, status: number, code: string) =>
    reply.code(status).send({ errors: [{ code, field: null }] });
  const guarded = {
    preHandler: async (request: FastifyRequest, reply: FastifyReply) =>
      /^Bearer sk_test_\w+$/.test(request.headers.authorization ?? "")
        ? undefined
        : refuse(reply, 401, "INVALID_CREDENTIALS"),
  };
  app.get("/v1/credentials", guarded, async () => ({ valid: true, environment: "sandbox" }));
  app.put<{ Params: { reference: string } }>("/v1/businesses/:reference", guarded, async (request, reply) => {
    const parsed = businessSchema.safeParse(request.body);
    if (!parsed.success) return refuse(reply, 422, "BUSINESS_INVALID");
    state.saveBusiness(request.params.reference, parsed.data.name);
    return { reference: request.params.reference, status: "active" };
  });
  app.post("/v1/submissions", guarded, async (request, reply) => {
    const key = request.headers["idempotency-key"];
    if (typeof key !== "string") return refuse(reply, 400, "IDEMPOTENCY_KEY_MISSING");
    const parsed = submissionSchema.safeParse(request.body);
    if (!parsed.success) return refuse(reply, 422, "SUBMISSION_INVALID");
    const before = new Set(state.find(() => true));
    const taken = state.submit(parsed.data, key, now());
    if (!Array.isArray(taken)) return reply.code(taken.status).send({ errors: taken.errors });
    taken.filter((record) => !before.has(record)).forEach(decideLater);
    return { records: taken };
  });
  app.get<{ Params: { recordId: string } }>("/v1/records/:recordId", guarded, async (request, reply) => {
    const [record] = state.find(({ recordId }) => recordId === request.params.recordId);
    return record ?? refuse(reply, 404, "RECORD_NOT_FOUND");
  });
  app.get<{ Querystring: { reference?: string } }>("/v1/records", guarded, async ({ query }) => ({
    records: state.find(({ reference }) => reference === query.reference),
  }));
}

interface ControlParts {
  state: TaxState;
  webhooks: TaxWebhooks;
  move(record: StoredRecord, to: RecordStatus, code: string | null): void;
  decide(record: StoredRecord, rejection: string | null): void;
}

/** The stand-in's controls; exempt from faults and the journal. */
function controlRoutes(app: FastifyInstance, { state, webhooks, move, decide }: ControlParts): void {
  const config = { isControl: true };
  app.post("/records/process", { config }, async (request) => {
    const { recordId, reference, outcome, code } = read(processSchema, request.body ?? {});
    const wanted = state.find(
      (record) =>
        (recordId === undefined || record.recordId === recordId) &&
        (reference === undefined || record.reference === reference) &&
        (record.status === "submitted" || record.status === "transmitted"),
    );
    for (const record of wanted) {
      if (outcome === "transmit") move(record, "transmitted", null);
      else decide(record, { accept: null, reject: code, decide: record.fate }[outcome]);
    }
    return { processed: wanted.length };
  });
  app.get("/records", { config }, async () => ({ records: state.find(() => true) }));
  app.post("/webhooks/faults", { config }, async (request) => {
    webhooks.faults = read(webhookFaultsSchema, request.body ?? {});
    return { faults: webhooks.faults };
  });
  app.post("/webhooks/retry", { config }, async () => ({ sent: webhooks.retryNow() }));
  app.post("/webhooks/settled", { config }, async () => {
    await webhooks.settled();
    return { undelivered: webhooks.undelivered.length };
  });
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw validationError(zodFaults(parsed.error));
  return parsed.data;
}
