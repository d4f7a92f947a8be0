import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvents } from "../../../../src/db/outbox.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { HvutContext } from "../hvut.context.ts";
import type { SubmissionFault, SubmissionState, TransmittedReturn } from "./efile.port.ts";
import { claimAmendment } from "./amendment-chain.service.ts";
import { claimCredits } from "../tax/credit-sources.service.ts";
import { saveFiling } from "./draft.service.ts";
import { einPlace, FilerEntity, pinPlace } from "../filers/filer.entity.ts";
import { FilingEntity, referenceOf } from "./filing.entity.ts";
import { statesFor } from "./filing-states.ts";
import { duplicateVehicle, wrongState } from "../hvut.errors.ts";
import { balanceOf } from "../tax/return-arithmetic.ts";
import { issueSchedule } from "../schedules/schedule.service.ts";

/** Delay before the service is polled for a return. */
export const pollAfterMs = 60_000;

/** Result of a transmission: the response of the service, or null when unknown. */
export interface Transmission {
  filingId: string;
  reference: string;
  said: SubmissionState | { refused: SubmissionFault[] } | null;
}

/**
 * Marks a signed return as submitted and claims its vehicles for the period. Throws INVALID_STATE, and DUPLICATE for a
 * vehicle on another original return.
 */
export async function claimSubmission(
  em: EntityManager,
  ctx: HvutContext,
  filing: FilingEntity,
): Promise<void> {
  if (!statesFor("submit").includes(filing.status)) throw wrongState(filing.status, "submit");
  if (filing.kind !== "original") await claimAmendment(em, filing);
  // A corrected VIN must be on no other return.
  if (filing.kind === "original" || filing.kind === "vin_correction")
    for (const { vin } of filing.lines) await claimVehicle(em, filing, vin);
  await claimCredits(em, filing);
  const now = ctx.clock.now();
  filing.status = "submitted";
  filing.attempt += 1;
  filing.submissionId = null;
  filing.submittedAt = now;
  filing.askAt = new Date(now.getTime() + pollAfterMs);
  filing.events = [...filing.events, { type: "submitted", at: now.toISOString() }];
  await saveFiling(em, ctx, filing);
  await announce(em, filing);
}

async function claimVehicle(em: EntityManager, filing: FilingEntity, vin: string): Promise<void> {
  const { ownerId, filerId, period, id } = filing;
  const sql = `INSERT INTO hvut_reported_vehicles (owner_id, filer_id, period, vin, filing_id)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING 1`;
  if ((await executeSql(em, sql, [ownerId, filerId, period, vin, id])).length > 0) return;
  const find =
    "SELECT filing_id AS id FROM hvut_reported_vehicles WHERE filer_id = $1 AND period = $2 AND vin = $3";
  const [rival] = await executeSql<{ id: string }>(em, find, [filerId, period, vin]);
  if (rival?.id !== id) throw duplicateVehicle(vin, rival?.id ?? id);
}

/** Sends a submitted return, outside of transactions. Idempotent by its reference. */
export async function transmit(ctx: HvutContext, filingId: string, key: string): Promise<Transmission> {
  const { em, principal } = ctx;
  const asked = await inTransaction({ em, principal }, (own) => readReturn(own, ctx, filingId), {
    readOnly: true,
  });
  try {
    return { filingId, reference: asked.reference, said: await ctx.ports.efile.service.submit(asked, key) };
  } catch (err) {
    // A job resends it later; the return counts as submitted.
    ctx.log.warn({ err, filingId }, "a return was not transmitted yet");
    return { filingId, reference: asked.reference, said: null };
  }
}

async function readReturn(em: EntityManager, ctx: HvutContext, id: string): Promise<TransmittedReturn> {
  const filing = await em.findOneOrFail(FilingEntity, { id });
  const filer = await em.findOneOrFail(FilerEntity, { id: filing.filerId });
  const { keyRing } = ctx.ports;
  const { kind, period, firstUseMonth, line2Cents, line3Cents, line5Cents, payment, consent } = filing;
  const { businessName: name, address, phone, addressChanged } = filer;
  return {
    reference: referenceOf(filing),
    kind,
    period,
    firstUseMonth,
    line2Cents,
    line3Cents,
    line5Cents,
    payment,
    consent,
    balanceCents: balanceOf(filing),
    filer: { name, ein: keyRing.open(filer.einSealed!, einPlace(filer.id)), address, phone, addressChanged },
    signature: { ...filing.signature!, pin: keyRing.open(filer.pinSealed!, pinPlace(filer.id)) },
    vehicles: filing.lines.map(({ vin, category, suspended, logging, amountCents, previousVin }) => ({
      vin,
      category: suspended === null ? category : "W",
      logging,
      amountCents,
      previousVin,
    })),
  };
}

/** Stores the response of the service; outdated responses are ignored. Returns the updated return. */
export async function applyReply(
  em: EntityManager,
  ctx: HvutContext,
  { filingId, reference, said }: Transmission,
): Promise<FilingEntity> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
  const filing = await em.findOneOrFail(FilingEntity, { id: filingId }, lock);
  if (said === null || filing.status !== "submitted" || referenceOf(filing) !== reference) return filing;
  const now = ctx.clock.now();
  if ("refused" in said) return reject(em, ctx, filing, said.refused);
  filing.submissionId = said.submissionId;
  if (said.status === "rejected") return reject(em, ctx, filing, said.errors);
  if (said.status === "accepted") return accept(em, ctx, filing, new Date(said.decidedAt ?? now));
  filing.askAt = new Date(now.getTime() + pollAfterMs);
  await saveFiling(em, ctx, filing);
  return filing;
}

async function accept(
  em: EntityManager,
  ctx: HvutContext,
  filing: FilingEntity,
  at: Date,
): Promise<FilingEntity> {
  decide(filing, "accepted", at, []);
  await em.nativeUpdate(FilerEntity, { id: filing.filerId }, { addressChanged: false });
  await issueSchedule(em, ctx, filing, at);
  await saveFiling(em, ctx, filing);
  await announce(em, filing);
  return filing;
}

/** Releases the vehicles, amendments and credits claimed by the return. */
async function reject(
  em: EntityManager,
  ctx: HvutContext,
  filing: FilingEntity,
  errors: SubmissionFault[],
): Promise<FilingEntity> {
  decide(filing, "rejected", ctx.clock.now(), errors);
  for (const places of ["hvut_reported_vehicles", "hvut_amended_vehicles", "hvut_claimed_credits"])
    await executeSql(em, `DELETE FROM ${places} WHERE filing_id = $1`, [filing.id]);
  await saveFiling(em, ctx, filing);
  await announce(em, filing);
  return filing;
}

/** Announces that the filing of a return moved on. Codes of an earlier rejection are not repeated. */
async function announce(em: EntityManager, filing: FilingEntity): Promise<void> {
  const { id: filingId, ownerId, filerId, period, kind, status, submissionId, acks } = filing;
  const errors = status === "rejected" ? acks.at(-1)!.errors.map(({ code }) => code) : [];
  const payload = { filingId, filerId, period, kind, status, submissionId, errors };
  const type = `truck_tax_filing.${status}`;
  await emitEvents(em, [{ type, objectId: filingId, appId: "hvut", ownerId, payload }]);
}

function decide(
  filing: FilingEntity,
  status: "accepted" | "rejected",
  at: Date,
  errors: SubmissionFault[],
): void {
  const ack = { submissionId: filing.submissionId, status, at: at.toISOString(), errors };
  filing.status = status;
  filing.askAt = null;
  filing.acks = [...filing.acks, ack];
  filing.events = [...filing.events, { type: status, at: ack.at }];
}
