import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { FilingEntity, type FilingLine } from "./filing.entity.ts";
import { amendedAlready } from "../hvut.errors.ts";
import { foldVin } from "../vehicles/vin.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** Current state of a vehicle: its latest accepted return, and its line there. */
export interface Standing {
  filing: FilingEntity;
  line: FilingLine;
}

/**
 * Finds the current state of a vehicle by following its amendments, so that each is made once. Throws
 * NOT_FOUND for a vehicle that is not on it, and DUPLICATE while an amendment of it is not decided.
 */
export async function standingOf(em: EntityManager, filing: FilingEntity, vin: string): Promise<Standing> {
  const folded = foldVin(vin);
  let line = filing.lines.find((one) => one.vin === folded);
  if (!line) throw notFound("vehicle");
  let current: FilingEntity = filing;
  for (;;) {
    const next = await amendmentOf(em, current.id, line.vin);
    if (next === null) return { filing: current, line };
    if (next.status !== "accepted") throw amendedAlready(line.vin, next.id);
    current = next;
    line = next.lines[0]!;
  }
}

/**
 * Takes the place of the one amendment of the line that the return amends, until a rejection frees it. Throws DUPLICATE
 * when another return has it.
 */
export async function claimAmendment(em: EntityManager, filing: FilingEntity): Promise<void> {
  const [line] = filing.lines;
  const vin = line!.previousVin ?? line!.vin;
  const sql = `INSERT INTO hvut_amended_vehicles (owner_id, basis_filing_id, vin, filing_id)
    VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1`;
  if ((await executeSql(em, sql, [filing.ownerId, filing.parentId, vin, filing.id])).length > 0) return;
  const rival = await amendmentOf(em, filing.parentId!, vin);
  if (rival?.id !== filing.id) throw amendedAlready(vin, rival?.id ?? filing.id);
}

/** The ids of all returns that amend one, amendments of amendments too. */
export async function amendmentIds(em: EntityManager, filingId: string): Promise<string[]> {
  const sql = `WITH RECURSIVE chain (id) AS (
      SELECT id FROM hvut_filings WHERE parent_id = $1
      UNION SELECT child.id FROM hvut_filings AS child JOIN chain ON child.parent_id = chain.id
    ) SELECT id FROM chain`;
  return (await executeSql<{ id: string }>(em, sql, [filingId])).map(({ id }) => id);
}

async function amendmentOf(em: EntityManager, basisId: string, vin: string): Promise<FilingEntity | null> {
  const sql = "SELECT filing_id AS id FROM hvut_amended_vehicles WHERE basis_filing_id = $1 AND vin = $2";
  const [found] = await executeSql<{ id: string }>(em, sql, [basisId, vin]);
  return found ? em.findOneOrFail(FilingEntity, { id: found.id }) : null;
}
