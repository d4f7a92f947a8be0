import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { HvutContext } from "../hvut.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { deadlinesOf, type Obligations } from "./deadlines.ts";
import type * as types from "./deadlines.types.ts";
import { mileageStatus } from "../vehicles/mileage.ts";
import { periodOf } from "./tax-period.ts";

/** Maximum number of deadlines in a response; `total` counts all. */
const maxShown = 500;

/** Upcoming and overdue returns of the account's vehicles, optionally of one filer. */
export function listDeadlines(
  ctx: HvutContext,
  { filerId, within }: types.DeadlinesArgs,
): Promise<types.FilingDeadlines> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const read = async (em: EntityManager) => {
    const of = [ownerOf(ctx), filerId ?? null];
    const obligations: Obligations = {
      vehicles: await executeSql(em, vehiclesSql, of),
      reported: await executeSql(em, reportedSql, [...of, periodOf(today.slice(0, 7))]),
      open: await executeSql(em, openSql, of),
      exceeded: (await executeSql<Exceeded>(em, exceededSql, of)).filter(
        ({ miles, agricultural }) => mileageStatus(miles, agricultural) === "exceeded",
      ),
    };
    const all = deadlinesOf(obligations, today, within);
    const deadlines = all
      .slice(0, maxShown)
      .map((deadline) => ({ ...deadline, isOverdue: deadline.dueDate < today }));
    return { deadlines, total: all.length };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

type Exceeded = Obligations["exceeded"][number] & { miles: number; agricultural: boolean };

const ofOwner = (table: string) => `${table}.owner_id = $1 AND ($2::text IS NULL OR ${table}.filer_id = $2)`;

const vehiclesSql = `SELECT vehicle.filer_id AS "filerId", vin, to_char(vehicle.created_at, 'YYYY-MM-DD') AS "addedOn"
  FROM hvut_vehicles AS vehicle JOIN hvut_filers AS filer ON filer.id = vehicle.filer_id
  WHERE ${ofOwner("vehicle")} AND vehicle.status = 'active' AND filer.status = 'active'`;

const reportedSql = `SELECT filer_id AS "filerId", vin, period FROM hvut_reported_vehicles AS place
  WHERE ${ofOwner("place")} AND period >= $3`;

const openSql = `SELECT filing.id, filing.filer_id AS "filerId", filing.status, kind = 'original' AS "isOriginal",
    first_use_month AS "firstUseMonth", coalesce(change_month, first_use_month) AS month,
    ARRAY(SELECT line ->> 'vin' FROM jsonb_array_elements(lines) AS line) AS vins
  FROM hvut_filings AS filing JOIN hvut_filers AS filer ON filer.id = filing.filer_id AND filer.status = 'active'
  WHERE ${ofOwner("filing")} AND filing.status IN ('draft', 'ready', 'signed', 'rejected')`;

/** The first reading above the limit decides the month. Skips vehicles with an open amendment. */
const exceededSql = `SELECT filing.filer_id AS "filerId", filing.id AS "filingId", vehicle.vin, vehicle.agricultural,
    first_use_month AS "firstUseMonth", to_char(ran.as_of, 'YYYY-MM') AS month, ran.miles
  FROM hvut_filings AS filing
  CROSS JOIN jsonb_array_elements(lines) AS line
  JOIN hvut_vehicles AS vehicle ON vehicle.filer_id = filing.filer_id AND vehicle.vin = line ->> 'vin'
  CROSS JOIN LATERAL (
    SELECT as_of, miles FROM hvut_mileages AS mileage
    WHERE mileage.vehicle_id = vehicle.id AND mileage.period = filing.period
      AND miles > CASE WHEN vehicle.agricultural THEN 7500 ELSE 5000 END
    ORDER BY as_of LIMIT 1) AS ran
  WHERE ${ofOwner("filing")} AND filing.status = 'accepted' AND line ->> 'suspended' IS NOT NULL
    AND NOT EXISTS (SELECT FROM hvut_amended_vehicles AS amended
      WHERE amended.basis_filing_id = filing.id AND amended.vin = vehicle.vin)
    AND NOT EXISTS (SELECT FROM hvut_filings AS begun WHERE begun.parent_id = filing.id
      AND begun.kind = 'mileage_exceeded' AND begun.status IN ('draft', 'ready', 'signed', 'rejected')
      AND begun.lines -> 0 ->> 'vin' = vehicle.vin)`;
