import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { demoTaxBandits } from "../../src/config/demo-webhook-secrets.ts";
import { signTaxBanditsWebhook } from "../../src/taxbandits/webhook-signature.ts";
import type { StandIn, StandInContext } from "../stand-in.ts";
import { Snapshot } from "../processor/snapshot.ts";
import * as protocol from "./protocol.ts";
import { eventOf, faultsOf, placeOf } from "./record-views.ts";
import { TaxBanditsState, type TaxBanditsData } from "./taxbandits-state.ts";

export interface TaxBanditsOptions {
  /** URL of changed statuses; null without a receiver. */
  webhookUrl: string | null;
  /** How long after its transmission a record is decided; null: only when the control route says so. */
  decideAfterMs: number | null;
}

const snapshotSchema = z.object({
  version: z.literal(1),
  state: z.custom<TaxBanditsData>((value) => typeof value === "object" && value !== null),
});
const processSchema = z.strictObject({
  recordId: z.string().optional(),
  /** `decide` accepts, except numbers that are rejected automatically. */
  outcome: z.enum(["send", "accept", "reject", "decide"]).default("decide"),
});

/**
 * A stand-in for TaxBandits: no form is filed. It speaks the part of API 2.0.0 that the platform uses, with tokens and
 * webhooks as the vendor documents them, and keeps its state in a file.
 */
export function createTaxBanditsStandIn(options: TaxBanditsOptions): StandIn {
  return { name: "taxbandits", register: (app, context) => openTaxBandits(app, context, options) };
}

async function openTaxBandits(
  app: FastifyInstance,
  { clock, log, keyDir }: StandInContext,
  { webhookUrl, decideAfterMs }: TaxBanditsOptions,
): Promise<void> {
  const state = new TaxBanditsState(() => snapshot.touch());
  const data = () => ({ version: 1, state: state.data() });
  const snapshot = new Snapshot({ dir: keyDir, name: "taxbandits.json", data, log });
  const kept = await snapshot.read();
  if (kept !== null) state.restore(snapshotSchema.parse(kept).state);
  const timers = new Set<NodeJS.Timeout>();
  const deliveries = new Set<Promise<unknown>>();

  const tell = (record: protocol.StoredRecord): void => {
    if (webhookUrl === null) return;
    const at = clock.now();
    const timestamp = at.toLocaleString("en-US", { timeZone: "UTC" });
    const sent = fetch(webhookUrl, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        timestamp,
        signature: signTaxBanditsWebhook(demoTaxBandits, timestamp),
      },
      body: JSON.stringify(eventOf(record, at)),
      redirect: "manual",
    })
      .then((answer) => answer.arrayBuffer())
      .catch((err: unknown) => log.debug({ err, webhookUrl }, "a webhook was not delivered"))
      .finally(() => deliveries.delete(sent));
    deliveries.add(sent);
  };
  const move = (record: protocol.StoredRecord, to: protocol.RecordStatus, error: protocol.Fault | null) => {
    if (state.move(record, to, error)) tell(record);
  };
  const decide = (record: protocol.StoredRecord, error: protocol.Fault | null): void => {
    move(record, "SENT_TO_AGENCY", null);
    move(record, error === null ? "ACCEPTED" : "REJECTED", error);
  };
  const decideLater = (record: protocol.StoredRecord): void => {
    if (decideAfterMs === null) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      decide(record, record.fate);
    }, decideAfterMs).unref();
    timers.add(timer);
  };

  app.addHook("onClose", async () => {
    for (const timer of timers) clearTimeout(timer);
    await Promise.all(deliveries);
    await snapshot.flush();
  });
  const tokens = tokenRoute(app, () => clock.now());
  protocolRoutes(app, { state, tokens, decideLater });
  controlRoutes(app, { state, deliveries, move, decide });
}

interface ControlParts {
  state: TaxBanditsState;
  deliveries: ReadonlySet<Promise<unknown>>;
  move(record: protocol.StoredRecord, to: protocol.RecordStatus, error: protocol.Fault | null): void;
  decide(record: protocol.StoredRecord, error: protocol.Fault | null): void;
}

/** The stand-in's controls; exempt from faults and the journal. */
function controlRoutes(app: FastifyInstance, { state, deliveries, move, decide }: ControlParts): void {
  app.post("/records/process", { config: { isControl: true } }, async (request) => {
    const { recordId, outcome } = processSchema.parse(request.body ?? {});
    const wanted = state.find(
      (record) => (recordId === undefined || record.recordId === recordId) && record.status !== "CREATED",
    );
    for (const record of wanted) {
      const rejection = protocol.fault(3, "Recipient.Address.ZipCd", "The ZIP code is not valid.");
      if (outcome === "send") move(record, "SENT_TO_AGENCY", null);
      else decide(record, { accept: null, reject: rejection, decide: record.fate }[outcome]);
    }
    while (deliveries.size > 0) await Promise.all(deliveries);
    return { processed: wanted.length };
  });
  app.get("/records", { config: { isControl: true } }, async () => ({ records: state.find(() => true) }));
}

/** Issues tokens for a JWS of the demo's credentials; answers those that are good. */
function tokenRoute(app: FastifyInstance, now: () => Date): Set<string> {
  const tokens = new Set<string>();
  app.get("/v2/tbsauth", async (request, reply) => {
    const jws = request.headers["authentication"];
    if (typeof jws !== "string" || !isOurs(jws, now()))
      return reply.code(401).send({ StatusCode: 401, StatusName: "Unauthorized", AccessToken: null });
    const token = randomUUID();
    tokens.add(token);
    return { StatusCode: 200, StatusName: "Ok", AccessToken: token, TokenType: "Bearer", ExpiresIn: 3600 };
  });
  return tokens;
}

function isOurs(jws: string, now: Date): boolean {
  const [head = "", body = "", signature = ""] = jws.split(".");
  const wanted = createHmac("sha256", demoTaxBandits.clientSecret).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false;
  const { alg } = JSON.parse(Buffer.from(head, "base64url").toString()) as { alg?: string };
  const { iss, sub, aud, iat } = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<
    string,
    unknown
  >;
  const { clientId, userToken } = demoTaxBandits;
  const isNow = typeof iat === "number" && Math.abs(now.getTime() / 1000 - iat) < 600;
  return alg === "HS256" && iss === clientId && sub === clientId && aud === userToken && isNow;
}

interface ProtocolParts {
  state: TaxBanditsState;
  tokens: ReadonlySet<string>;
  decideLater(record: protocol.StoredRecord): void;
}

const base = "/v2.0.0";

function protocolRoutes(app: FastifyInstance, { state, tokens, decideLater }: ProtocolParts): void {
  const guarded = {
    preHandler: async (request: FastifyRequest, reply: FastifyReply) =>
      tokens.has(request.headers.authorization?.replace(/^Bearer /, "") ?? "")
        ? undefined
        : reply.code(401).send({ Errors: [protocol.fault(4, "Authorization", "The token is not valid.")] }),
  };
  const read = <Schema extends z.ZodType>(schema: Schema, request: FastifyRequest, reply: FastifyReply) => {
    const parsed = schema.safeParse(request.body);
    if (parsed.success) return parsed.data;
    reply.code(400).send({ Errors: faultsOf(parsed.error) });
    return null;
  };
  businessRoutes(app, guarded, state);
  recordRoutes(app, guarded, state);
  app.post(`${base}/form1099nec/validateform`, guarded, async (request, reply) => {
    const asked = read(protocol.submissionSchema, request, reply);
    return asked === null ? reply : { ErrorRecords: null, Errors: null };
  });
  app.post(`${base}/form1099nec/create`, guarded, async (request, reply) => {
    const asked = read(protocol.submissionSchema, request, reply);
    if (asked === null) return reply;
    const businessId = asked.ReturnHeader.Business.BusinessId;
    if (!state.hasBusiness(businessId))
      return reply
        .code(400)
        .send({ Errors: [protocol.fault(5, "Business.BusinessId", "Unknown business.")] });
    const { submissionId, records } = state.create(businessId, asked.ReturnData);
    const made = records.map(({ recordId, recipientId, payeeRef }, index) => ({
      SequenceId: asked.ReturnData[index]!.SequenceId,
      RecordId: recordId,
      RecipientId: recipientId,
      PayeeRef: payeeRef,
    }));
    const shown = { SuccessRecords: made, ErrorRecords: null };
    return { SubmissionId: submissionId, BusinessId: businessId, Form1099Records: shown, Errors: null };
  });
  app.post(`${base}/form1099/transmit`, guarded, async (request, reply) => {
    const asked = read(protocol.transmitSchema, request, reply);
    if (asked === null) return reply;
    const records = state.find(
      ({ submissionId, recordId }) =>
        submissionId === asked.SubmissionId && asked.RecordIds.includes(recordId),
    );
    if (records.length < asked.RecordIds.length)
      return reply.code(404).send({ Errors: [protocol.fault(6, "RecordIds", "Unknown record.")] });
    for (const record of records) if (state.transmit(record)) decideLater(record);
    return {
      Form1099Records: records.map((record) => ({ ...placeOf(record), Errors: null })),
      Errors: null,
    };
  });
  app.post(`${base}/form1099/list`, guarded, async (request, reply) => {
    const asked = read(protocol.listSchema, request, reply);
    if (asked === null) return reply;
    const records = state.find(({ payeeRef }) => payeeRef === asked.Recipient.PayeeRef).map(placeOf);
    return { Form1099Records: records, Page: 1, TotalRecords: records.length, TotalPages: 1, Errors: null };
  });
}

/** Statuses of records, and their removal. */
function recordRoutes(app: FastifyInstance, guarded: object, state: TaxBanditsState): void {
  type StatusQuery = { Querystring: { SubmissionId?: string; RecordIds?: string } };
  app.get<StatusQuery>(`${base}/form1099/status`, guarded, async ({ query }) => {
    const wanted = query.RecordIds?.split(",") ?? [];
    const records = state.find(
      ({ submissionId, recordId }) => submissionId === query.SubmissionId && wanted.includes(recordId),
    );
    const shown = records.map(placeOf);
    return {
      SubmissionId: query.SubmissionId,
      FormType: "FORM1099NEC",
      Form1099Records: shown,
      Errors: null,
    };
  });
  app.delete<StatusQuery>(`${base}/form1099/delete`, guarded, async ({ query }) => {
    state.remove(query.RecordIds?.split(",") ?? []);
    return { SubmissionId: query.SubmissionId, Errors: null };
  });
}

function businessRoutes(app: FastifyInstance, guarded: object, state: TaxBanditsState): void {
  const save = async (request: FastifyRequest, reply: FastifyReply) => {
    const parsed = protocol.businessesSchema.safeParse(request.body);
    if (!parsed.success)
      return reply.code(400).send({
        SuccessBusinesses: null,
        ErrorBusinesses: [{ SequenceId: "1", Errors: faultsOf(parsed.error) }],
        Errors: null,
      });
    const [business] = parsed.data.Businesses;
    const BusinessId = state.saveBusiness(business!.PayerRef, business!.BusinessNm);
    return {
      SuccessBusinesses: [{ SequenceId: business!.SequenceId, BusinessId, PayerRef: business!.PayerRef }],
      ErrorBusinesses: null,
      Errors: null,
    };
  };
  app.post(`${base}/business/create`, guarded, save);
  app.put(`${base}/business/update`, guarded, save);
  app.get<{ Querystring: { PayerRef?: string } }>(
    `${base}/business/get`,
    guarded,
    async ({ query }, reply) => {
      const found = state.businessOf(query.PayerRef ?? "");
      if (!found)
        return reply.code(404).send({ Errors: [protocol.fault(7, "PayerRef", "Unknown business.")] });
      return { Business: { BusinessId: found, PayerRef: query.PayerRef }, Errors: null };
    },
  );
}
