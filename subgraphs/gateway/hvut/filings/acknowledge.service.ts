import { createHmac, timingSafeEqual } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { copyContext } from "../../../../src/context.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { parseVendorJson } from "../../../../src/vendor-json.ts";
import type { HvutContext } from "../hvut.context.ts";
import type { ReceiveAckInput, ReceivedAck } from "./acknowledgement.types.ts";
import { FilingEntity, referenceOf } from "./filing.entity.ts";
import { applyReply, pollAfterMs, transmit, type Transmission } from "./submit-filing.service.ts";

const toleranceSeconds = 300;
const ackSchema = z.object({
  id: z.string().regex(/^\w{1,100}$/),
  data: z.object({ reference: z.string().min(1).max(100) }),
});

/**
 * Receives a notification of the e-file service and then polls the status of the return. Safe under duplicate,
 * reordered and late delivery. Throws INVALID_SIGNATURE, VALIDATION_ERROR; the service retries on any other error.
 */
export async function receiveAck(
  ctx: HvutContext,
  { body, signature }: ReceiveAckInput,
): Promise<ReceivedAck> {
  checkSignature(ctx, body, signature ?? "");
  const { id: ackId, data } = readAck(body);
  const [id = ""] = data.reference.split(".");
  const filing = await asSystem(ctx.em, (em) => em.findOne(FilingEntity, { id }), { readOnly: true });
  if (filing?.status !== "submitted" || referenceOf(filing) !== data.reference)
    return { received: true, ackId, status: "ignored" };
  const isDecided = await refreshFiling(ctx, filing);
  return { received: true, ackId, status: isDecided ? "processed" : "ignored" };
}

/** Polls every submitted return that is due, or resends it when it was never received. For a job. */
export async function refreshDueFilings(ctx: HvutContext): Promise<void> {
  const due = { status: "submitted", askAt: { $lte: ctx.clock.now() } } as const;
  const read = (em: EntityManager) => em.find(FilingEntity, due, { orderBy: { askAt: "asc" }, limit: 200 });
  for (const filing of await asSystem(ctx.em, read)) {
    await refreshFiling(ctx, filing).catch((err: unknown) =>
      ctx.log.warn({ err, filingId: filing.id }, "a return's state could not be asked"),
    );
  }
}

/** True when the return is decided. Calls the service outside of transactions. */
async function refreshFiling(ctx: HvutContext, filing: FilingEntity): Promise<boolean> {
  const own = copyContext(ctx, { principal: { ...ctx.principal, ownerId: filing.ownerId } });
  const reference = referenceOf(filing);
  const reply: Transmission =
    filing.submissionId === null
      ? await transmit(own, filing.id, reference)
      : {
          filingId: filing.id,
          reference,
          said: await own.ports.efile.service.readSubmission(filing.submissionId),
        };
  const write = async (em: EntityManager) => {
    const applied = await applyReply(em, own, reply);
    if (applied.status !== "submitted") return true;
    applied.askAt = new Date(own.clock.now().getTime() + pollAfterMs);
    await em.flush();
    return false;
  };
  const { em, principal } = own;
  return inTransaction({ em, principal }, write);
}

function checkSignature(ctx: HvutContext, body: string, header: string): void {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header);
  const at = Number(match?.[1]);
  const ageSeconds = Math.abs(Math.floor(ctx.clock.now().getTime() / 1000) - at);
  const isSigned = ctx.ports.efile.webhookSecrets.some((secret) => {
    const wanted = createHmac("sha256", secret).update(`${match?.[1]}.${body}`, "utf8").digest();
    return match !== null && timingSafeEqual(Buffer.from(match[2]!, "hex"), wanted);
  });
  if (!isSigned || ageSeconds > toleranceSeconds)
    throw new DomainError(
      "INVALID_SIGNATURE",
      "The signature is missing, expired, or does not match the body. Sign the exact body.",
    );
}

function readAck(body: string): z.output<typeof ackSchema> {
  try {
    return ackSchema.parse(parseVendorJson(body));
  } catch {
    throw new DomainError(
      "VALIDATION_ERROR",
      "The body is not a valid acknowledgement. Send JSON with id and data.reference.",
      { fields: [] },
    );
  }
}
