import type { EntityManager } from "@mikro-orm/postgresql";
import { derivedCode, type DerivedValue } from "../../../../src/crypto/sealed-column.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import type { HvutContext } from "../hvut.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { hashToken } from "../../base/page-token.ts";
import { FilerEntity } from "../filers/filer.entity.ts";
import { FilingEntity } from "../filings/filing.entity.ts";
import { notAccepted } from "../hvut.errors.ts";
import { ScheduleEntity, type ScheduleVehicle } from "./schedule.entity.ts";
import { schedulePdf } from "./schedule-pdf.ts";
import type * as types from "./schedule.types.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** Issues the stamped Schedule 1 of an accepted return. A correction voids and replaces its parent's. */
export async function issueSchedule(
  em: EntityManager,
  ctx: HvutContext,
  filing: FilingEntity,
  acceptedAt: Date,
): Promise<void> {
  const filer = await em.findOneOrFail(FilerEntity, { id: filing.filerId });
  const id = newId("sch");
  const schedule = Object.assign(new ScheduleEntity(), {
    id,
    ownerId: filing.ownerId,
    filingId: filing.id,
    codeHash: hashToken(scheduleCodes.valuesOf(ctx.ports.keyRing, id)[0]!),
    codeSealed: null,
    filerName: filer.businessName,
    period: filing.period,
    firstUseMonth: filing.firstUseMonth,
    vehicles: filing.kind === "vin_correction" ? await corrected(em, ctx, filing) : vehiclesOf(filing),
    status: "stamped",
    submissionId: filing.submissionId!,
    acceptedAt,
    voidedAt: null,
    replacedBy: null,
  } satisfies ScheduleEntity);
  em.persist(schedule);
}

function vehiclesOf({ lines }: FilingEntity): ScheduleVehicle[] {
  return lines.map(({ vin, category, suspended }) => ({
    vin,
    category: suspended === null ? category : "W",
  }));
}

/**
 * Voids every copy that shows the wrong VIN, and returns their vehicles with the right one. When an amendment issued a
 * copy of its own, the later category wins.
 */
async function corrected(
  em: EntityManager,
  ctx: HvutContext,
  filing: FilingEntity,
): Promise<ScheduleVehicle[]> {
  const [line] = filing.lines;
  const wrongVin = line!.previousVin!;
  const { filerId, period } = filing;
  const returns = await em.find(FilingEntity, { filerId, period, status: "accepted" }, { fields: ["id"] });
  const of = { filingId: { $in: returns.map(({ id }) => id) }, status: "stamped" } as const;
  const stamped = await em.find(ScheduleEntity, of, { orderBy: { acceptedAt: "asc", id: "asc" } });
  const categories = new Map<string, string>();
  for (const copy of stamped.filter(({ vehicles }) => vehicles.some(({ vin }) => vin === wrongVin))) {
    copy.status = "voided";
    copy.voidedAt = ctx.clock.now();
    copy.replacedBy = filing.id;
    for (const { vin, category } of copy.vehicles)
      categories.set(vin === wrongVin ? line!.vin : vin, category);
  }
  // Releases the wrong VIN for the vehicle that really has it.
  const free = "DELETE FROM hvut_reported_vehicles WHERE filer_id = $1 AND period = $2 AND vin = $3";
  await executeSql(em, free, [filerId, period, wrongVin]);
  return [...categories].map(([vin, category]) => ({ vin, category }));
}

/** The stamped Schedule 1 of a return. Throws NOT_FOUND, and NOT_ACCEPTED before acceptance. */
export function readSchedule(ctx: HvutContext, filingId: string): Promise<types.Schedule1> {
  const read = async (em: EntityManager) => {
    const filing = await em.findOne(FilingEntity, { id: filingId, ownerId: ownerOf(ctx) });
    if (!filing) throw notFound("filing");
    const schedule = await em.findOne(ScheduleEntity, { filingId });
    if (!schedule) throw notAccepted(filing.status);
    return presentSchedule(ctx, schedule);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The same as a PDF. Throws NOT_FOUND and NOT_ACCEPTED. */
export async function renderSchedule(ctx: HvutContext, filingId: string): Promise<types.ScheduleFile> {
  const schedule = await readSchedule(ctx, filingId);
  const bytes = await schedulePdf(schedule);
  return {
    filingId,
    filename: `schedule-1-${schedule.period}-${filingId}.pdf`,
    contentType: "application/pdf",
    encoding: "base64",
    content: bytes.toString("base64"),
    size: bytes.length,
  };
}

/** Verifies a stamp by its code. Unknown and voided stamps are not valid. */
export function verifySchedule(ctx: HvutContext, code: string): Promise<types.ScheduleVerification> {
  const find = async (em: EntityManager) => {
    const found = await em.findOne(ScheduleEntity, { codeHash: hashToken(code.trim().toLowerCase()) });
    if (found?.status !== "stamped") return { valid: false, filer: null, period: null, vehicles: [] };
    return { valid: true, filer: found.filerName, period: found.period, vehicles: found.vehicles };
  };
  return asSystem(ctx.em, find, { readOnly: true });
}

function presentSchedule(ctx: HvutContext, schedule: ScheduleEntity): types.Schedule1 {
  const { filingId, status, filerName: filer, period, firstUseMonth, vehicles } = schedule;
  const { submissionId, acceptedAt, voidedAt, replacedBy } = schedule;
  const totalSuspended = vehicles.filter(({ category }) => category === "W").length;
  const mark = ctx.ports.efile.isSimulated ? " (simulated service)" : "";
  const watermark = status === "voided" ? "VOID" : `E-FILED ${acceptedAt.toISOString().slice(0, 10)}${mark}`;
  return {
    filingId,
    status,
    watermark,
    filer,
    period,
    firstUseMonth,
    vehicles,
    totalReported: vehicles.length,
    totalSuspended,
    totalTaxable: vehicles.length - totalSuspended,
    verificationCode: codeOf(ctx, schedule),
    submissionId,
    acceptedAt,
    voidedAt,
    replacedBy,
  };
}

/** 128 bits derived from the copy's id and the index key: they can be printed again, and only their hash is stored. */
export const scheduleCodes: DerivedValue = {
  hashColumn: "code_hash",
  hashOf: hashToken,
  valuesOf: (keyRing, id) => keyRing.blindIndexes("hvut.schedule", id).map((text) => text.slice(0, 32)),
};

/** Encryption context of a copy's code. */
export function scheduleCodePlace(scheduleId: string): string {
  return `hvut_schedules.code_sealed.${scheduleId}`;
}

function codeOf({ ports: { keyRing } }: HvutContext, { id, codeHash, codeSealed }: ScheduleEntity): string {
  if (codeSealed !== null) return keyRing.open(codeSealed, scheduleCodePlace(id));
  return derivedCode(scheduleCodes, keyRing, { id, hash: codeHash });
}
