import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toMinor } from "../../../../src/money.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { findFiler } from "../filers/filers.service.ts";
import type { FilingCredit } from "../filings/filing.entity.ts";
import type { HvutContext } from "../hvut.context.ts";
import { creditedAlready } from "../hvut.errors.ts";
import { checkCredits } from "../tax/credit-bounds.ts";
import { creditSourceOf } from "../tax/credit-sources.service.ts";
import { periodOf } from "../tax/tax-period.ts";
import type * as types from "./claim.types.ts";

interface ClaimItemRow {
  vin: string;
  kind: FilingCredit["reason"];
  date: string | null;
  period: number;
  creditCents: number;
}

interface ClaimRow {
  id: string;
  ownerId: string;
  filerId: string;
  items: ClaimItemRow[];
  totalCents: number;
  createdAt: string;
}

const { findRows, findOwn, insertAll } = plainRows<{ hvut_claims: ClaimRow }>();
const refuse = (path: string, message: string, rule: string) => validationError([{ path, message, rule }]);

/**
 * Prepares Schedule 6 of Form 8849 (26 USC 4481(c)(2), 6402): tax of vehicles that were sold, destroyed, stolen or drove
 * little, where no later return takes the credit. Nothing is filed. Throws NOT_FOUND, VALIDATION_ERROR for a credit without
 * a source or above it, and DUPLICATE when a return has claimed it.
 */
export function create8849Claim(
  ctx: HvutContext,
  input: types.Create8849ClaimInput,
): Promise<types.Claim8849> {
  return exactlyOnce(ctx, { operation: "create8849Claim", input }, async (em) => {
    const { filerId } = input;
    await findFiler(em, ctx, filerId);
    const now = ctx.clock.now().toISOString();
    const items: ClaimItemRow[] = [];
    for (const [at, item] of input.items.entries()) {
      if (items.some(({ vin }) => vin === item.vin))
        throw refuse(`items.${at}.vin`, "must not be listed twice", "unique");
      items.push(await itemOf(em, { filerId, today: now.slice(0, 10) }, { at, item }));
    }
    const totalCents = items.reduce((sum, { creditCents }) => sum + creditCents, 0);
    const row = { id: newId("clm"), ownerId: ownerOf(ctx), filerId, items, totalCents, createdAt: now };
    await insertAll(em, "hvut_claims", [row]);
    return presentClaim(row, false);
  });
}

/** One of the account's claims. Throws NOT_FOUND. */
export function read8849Claim(ctx: HvutContext, claimId: string): Promise<types.Claim8849> {
  const read = async (em: EntityManager) => {
    const row = await findOwn(em, "hvut_claims", { ownerId: ownerOf(ctx), id: claimId });
    if (!row) throw notFound("claim");
    return presentClaim(row, (await supersededOf(em, [row])).has(row.id));
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The account's claims, newest first. Throws NOT_FOUND for a filer. */
export function list8849Claims(
  ctx: HvutContext,
  { filerId = null, status = null }: types.Claims8849Args,
): Promise<types.Claim8849List> {
  const read = async (em: EntityManager) => {
    if (filerId !== null) await findFiler(em, ctx, filerId);
    const where = `owner_id = $1 AND ($2::text IS NULL OR filer_id = $2)
      ORDER BY created_at DESC, id DESC LIMIT 500`;
    const rows = await findRows(em, "hvut_claims", where, [ownerOf(ctx), filerId]);
    const superseded = await supersededOf(em, rows);
    const all = rows.map((row) => presentClaim(row, superseded.has(row.id)));
    return { claims: all.filter((claim) => status === null || claim.status === status) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function itemOf(
  em: EntityManager,
  { filerId, today }: { filerId: string; today: string },
  { at, item }: { at: number; item: types.ClaimItemInput },
): Promise<ClaimItemRow> {
  const { vin, kind, date = null, paidElsewhere = null } = item;
  const creditCents = toMinor(item.credit, 2);
  if (kind !== "low_mileage") await refuseOtherDate(em, filerId, { at, vin, date });
  const credit: FilingCredit = {
    vin,
    reason: kind,
    amountCents: creditCents,
    paidElsewhere: paidElsewhere && {
      taxCents: toMinor(paidElsewhere.taxPaid, 2),
      firstUseMonth: paidElsewhere.firstUseMonth,
    },
  };
  const source = await creditSourceOf(em, { filerId, period: periodOf(today.slice(0, 7)) }, credit);
  const [fault] = checkCredits([credit], [source]);
  if (fault) throw refuse(`items.${at}.credit`, lowerFirst(fault.message), fault.rule);
  const { period } = source as Exclude<typeof source, { missing: string }>;
  const find = `SELECT filing_id AS id FROM hvut_claimed_credits WHERE filer_id = $1 AND period = $2 AND vin = $3`;
  const [claimed] = await executeSql<{ id: string }>(em, find, [filerId, period, vin]);
  if (claimed) throw creditedAlready(vin, claimed.id);
  return { vin, kind, date: kind === "low_mileage" ? null : date, period, creditCents };
}

async function refuseOtherDate(
  em: EntityManager,
  filerId: string,
  { at, vin, date }: { at: number; vin: string; date: string | null },
): Promise<void> {
  const path = `items.${at}.date`;
  if (date === null) throw refuse(path, "is required unless the kind is low_mileage", "required");
  const sql = `SELECT disposal ->> 'date' AS day FROM hvut_vehicles WHERE filer_id = $1 AND vin = $2`;
  const [vehicle] = await executeSql<{ day: string | null }>(em, sql, [filerId, vin]);
  const recorded = vehicle?.day ?? date;
  if (recorded !== date) throw refuse(path, `must be ${recorded}, the recorded disposal`, "equal");
}

/** Claims with a credit that a return of the filer has claimed since. */
async function supersededOf(em: EntityManager, claims: readonly ClaimRow[]): Promise<Set<string>> {
  const rows = await executeSql<{ id: string }>(
    em,
    `SELECT DISTINCT c.id FROM hvut_claims AS c CROSS JOIN jsonb_array_elements(c.items) AS item
     JOIN hvut_claimed_credits AS claimed ON claimed.filer_id = c.filer_id AND claimed.vin = item ->> 'vin'
       AND claimed.period = (item ->> 'period')::int
     WHERE c.id = ANY ($1)`,
    [claims.map(({ id }) => id)],
  );
  return new Set(rows.map(({ id }) => id));
}

function presentClaim(row: ClaimRow, isSuperseded: boolean): types.Claim8849 {
  return {
    ...row,
    status: isSuperseded ? "superseded" : "draft",
    creditReference: "365",
    nextStep: isSuperseded
      ? "Do not send this claim: a return has claimed one of its credits."
      : "Enter these figures on Schedule 6 of Form 8849 and send it to the IRS. Nothing was filed.",
  };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
