import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { disposalCredit, type CreditSource, type PaidTax } from "./credit-bounds.ts";
import { FilingEntity, type FilingCredit } from "../filings/filing.entity.ts";
import { useOfTax } from "./heavy-vehicle-tax.ts";
import { creditedAlready } from "../hvut.errors.ts";
import { mileageStatus } from "../vehicles/mileage.ts";
import { periodOf } from "./tax-period.ts";
import { VehicleEntity } from "../vehicles/vehicle.entity.ts";

/** Source of each credit: the tax paid for the vehicle, and the part refundable after disposal or low mileage. */
export async function creditSources(em: EntityManager, filing: FilingEntity): Promise<CreditSource[]> {
  const sources: CreditSource[] = [];
  for (const credit of filing.credits) sources.push(await creditSourceOf(em, filing, credit));
  return sources;
}

/** Claims each vehicle's credit for this return. Throws DUPLICATE when another return has claimed it. */
export async function claimCredits(em: EntityManager, filing: FilingEntity): Promise<void> {
  const sources = await creditSources(em, filing);
  const { ownerId, filerId, id } = filing;
  for (const [at, { vin, amountCents }] of filing.credits.entries()) {
    const source = sources[at]!;
    if ("missing" in source) continue;
    const sql = `INSERT INTO hvut_claimed_credits (owner_id, filer_id, period, vin, filing_id, amount_cents)
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING 1`;
    const of = [ownerId, filerId, source.period, vin, id, amountCents];
    if ((await executeSql(em, sql, of)).length > 0) continue;
    const find =
      "SELECT filing_id AS id FROM hvut_claimed_credits WHERE filer_id = $1 AND period = $2 AND vin = $3";
    const [rival] = await executeSql<{ id: string }>(em, find, [filerId, source.period, vin]);
    if (rival?.id !== id) throw creditedAlready(vin, rival?.id ?? id);
  }
}

/** Source of one credit that is claimed in a period. */
export async function creditSourceOf(
  em: EntityManager,
  { filerId, period }: Pick<FilingEntity, "filerId" | "period">,
  credit: FilingCredit,
): Promise<CreditSource> {
  const vehicle = await em.findOne(VehicleEntity, { filerId, vin: credit.vin });
  if (credit.reason === "low_mileage") {
    // Low mileage is known only after the period, so it is claimed on a return of a later period.
    const of = credit.paidElsewhere ? periodOf(credit.paidElsewhere.firstUseMonth) : period - 1;
    if (of >= period || (vehicle !== null && (await ranTooFar(em, vehicle, of))))
      return { missing: "mileage" };
    const paid = await paidFor(em, filerId, of, credit);
    if (paid.length === 0) return { missing: "tax" };
    return { period: of, atMostCents: paid.reduce((sum, { taxCents }) => sum + taxCents, 0) };
  }
  if (vehicle?.disposal?.kind !== credit.reason) return { missing: "disposal" };
  const month = vehicle.disposal.date.slice(0, 7);
  const paid = await paidFor(em, filerId, periodOf(month), credit);
  if (paid.length === 0) return { missing: "tax" };
  return { period: periodOf(month), atMostCents: disposalCredit(paid, month) };
}

/** The taxes that accepted returns of the filer paid for the vehicle in the period; without any, what was paid elsewhere. */
async function paidFor(
  em: EntityManager,
  filerId: string,
  period: number,
  { vin, paidElsewhere }: FilingCredit,
): Promise<PaidTax[]> {
  const where = { filerId, period, status: "accepted" } as const;
  const filings = await em.find(FilingEntity, where, { orderBy: { createdAt: "desc", id: "desc" } });
  // Newest first: a correction precedes the returns with the wrong VIN.
  const vins = new Set([vin]);
  const paid: PaidTax[] = [];
  for (const { firstUseMonth, lines } of filings)
    for (const line of lines.filter((one) => vins.has(one.vin))) {
      if (line.previousVin !== null) vins.add(line.previousVin);
      const { amountCents: taxCents, category, logging, previousCategory } = line;
      if (taxCents > 0) paid.push({ month: firstUseMonth, taxCents, category, logging, previousCategory });
    }
  if (paid.length > 0 || !paidElsewhere || periodOf(paidElsewhere.firstUseMonth) !== period) return paid;
  const { taxCents, firstUseMonth: month } = paidElsewhere;
  const use = useOfTax(taxCents, month);
  return use === null ? [] : [{ month, taxCents, ...use, previousCategory: null }];
}

async function ranTooFar(em: EntityManager, vehicle: VehicleEntity, period: number): Promise<boolean> {
  const sql = "SELECT max(miles) AS miles FROM hvut_mileages WHERE vehicle_id = $1 AND period = $2";
  const [row] = await executeSql<{ miles: number | null }>(em, sql, [vehicle.id, period]);
  return mileageStatus(row?.miles ?? 0, vehicle.agricultural) === "exceeded";
}
