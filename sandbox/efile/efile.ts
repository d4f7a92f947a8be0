import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { signWebhook } from "../../src/crypto/webhook-signature.ts";
import { validationError } from "../../src/errors.ts";
import { newId } from "../../src/ids.ts";
import type { StandIn, StandInContext } from "../stand-in.ts";
import { Snapshot } from "../processor/snapshot.ts";
import { zodFaults } from "../zod-faults.ts";
import { EfileState, type Submission } from "./efile-state.ts";
import { faultsOf, returnSchema, type ReturnFault } from "./return-schema.ts";

export interface EfileOptions {
  /** URL and signing secret of acknowledgements; null without a receiver. */
  webhook: { url: string; secret: string } | null;
  /** How long after it came a return is decided; null: only when the control route says so. */
  decideAfterMs: number | null;
}

const snapshotSchema = z.object({
  version: z.literal(1),
  submissions: z.custom<Submission[]>((value) => Array.isArray(value)),
});

const processSchema = z.strictObject({
  /** Only the one of this reference; without it all that are not decided. */
  reference: z.string().optional(),
  /** `decide` goes by the return's content. */
  outcome: z.enum(["accept", "reject", "decide"]).default("decide"),
  code: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .default("R0000-500"),
  /** Whether an acknowledgement is sent. */
  notify: z.boolean().default(true),
});

/**
 * A stand-in for the service that returns are transmitted to: nothing reaches any tax authority. Its protocol
 * is in docs/guides/form-2290.md. It stores its submissions in a file, so that they survive a restart; of a
 * return it stores only the faults to reject it for.
 */
export function createEfileStandIn(options: EfileOptions): StandIn {
  return { name: "efile", register: (app, context) => openEfile(app, context, options) };
}

async function openEfile(
  app: FastifyInstance,
  { clock, log, keyDir }: StandInContext,
  { webhook, decideAfterMs }: EfileOptions,
): Promise<void> {
  const state = new EfileState(() => snapshot.touch());
  const data = () => ({ version: 1, submissions: state.data() });
  const snapshot = new Snapshot({ dir: keyDir, name: "efile.json", data, log });
  const kept = await snapshot.read();
  if (kept !== null) {
    const { data: earlier } = snapshotSchema.safeParse(kept);
    if (!earlier) throw new Error(`${snapshot.path} is of another version: remove it to begin anew.`);
    state.restore(earlier.submissions);
  }
  const timers = new Set<NodeJS.Timeout>();

  async function notify({ submissionId, reference, status }: Submission): Promise<void> {
    if (webhook === null) return;
    const createdAt = clock.now();
    const body = JSON.stringify({ id: newId("ack"), createdAt, data: { submissionId, reference, status } });
    const signature = signWebhook(body, webhook.secret, createdAt);
    const headers = { "content-type": "application/json", "x-efile-signature": signature };
    const signal = AbortSignal.timeout(10_000);
    // A failed delivery is ignored: clients can poll.
    await fetch(webhook.url, { method: "POST", body, headers, signal, redirect: "manual" })
      .then((answer) => answer.arrayBuffer())
      .catch((err: unknown) => log.debug({ err }, "an acknowledgement was not delivered"));
  }

  const decide = (submission: Submission, errors: ReturnFault[]): boolean =>
    state.decide(submission, errors, clock.now());

  function decideLater(submission: Submission): void {
    if (decideAfterMs === null) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (decide(submission, submission.fate)) void notify(submission);
    }, decideAfterMs).unref();
    timers.add(timer);
  }

  app.addHook("onListen", async () => {
    state.find(({ status }) => status === "received").forEach(decideLater);
  });
  app.addHook("onClose", async () => {
    for (const timer of timers) clearTimeout(timer);
    await snapshot.flush();
  });
  protocolRoutes(app, state, decideLater);
  controlRoutes(app, state, { decide, notify });
}

interface Deciding {
  decide(submission: Submission, errors: ReturnFault[]): boolean;
  notify(submission: Submission): Promise<void>;
}

function controlRoutes(app: FastifyInstance, state: EfileState, { decide, notify }: Deciding): void {
  const config = { isControl: true };
  app.post("/submissions/process", { config }, async (request) => {
    const parsed = processSchema.safeParse(request.body ?? {});
    if (!parsed.success) throw validationError(zodFaults(parsed.error));
    const { reference, outcome, code, notify: isNotified } = parsed.data;
    const wanted = state.find(
      (one) => one.status === "received" && (reference === undefined || one.reference === reference),
    );
    for (const one of wanted) {
      const rejection = [{ code, message: "Simulated rejection, set through the control route." }];
      decide(one, { accept: [], reject: rejection, decide: one.fate }[outcome]);
      if (isNotified) await notify(one);
    }
    return { processed: wanted.length };
  });
  app.get("/submissions", { config }, async () => ({ submissions: state.data() }));
}

function protocolRoutes(
  app: FastifyInstance,
  state: EfileState,
  decideLater: (submission: Submission) => void,
): void {
  const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
    reply.code(status).send({ errors: [{ code, message }] });
  const guarded = {
    preHandler: async (request: FastifyRequest, reply: FastifyReply) =>
      /^Bearer sk_test_\w+$/.test(request.headers.authorization ?? "")
        ? undefined
        : refuse(reply, 401, "INVALID_CREDENTIALS", "The credential is not known."),
  };
  const shown = ({ submissionId, status, errors, decidedAt }: Submission) => ({
    submissionId,
    status,
    errors,
    decidedAt,
  });
  app.post("/v1/submissions", guarded, async (request, reply) => {
    const parsed = returnSchema.safeParse(request.body);
    if (!parsed.success) return refuse(reply, 422, "X0000-005", "The return does not fit the schema.");
    const { reference } = parsed.data;
    const { submission, isNew } = state.take(reference, faultsOf(parsed.data));
    if (isNew) decideLater(submission);
    return shown(submission);
  });
  app.get<{ Params: { id: string } }>("/v1/submissions/:id", guarded, async (request, reply) => {
    const found = state.read(request.params.id);
    return found ? shown(found) : refuse(reply, 404, "NOT_FOUND", "There is no such submission.");
  });
}
