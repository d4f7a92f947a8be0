import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals, parseCurrency } from "../../../../src/currency.ts";
import { rowCursors, rowEnd } from "../../../../src/db/cursor.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { cutPage } from "../../../../src/db/page.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import type { HubContext } from "../../hub.context.ts";
import { dealNotFound, versionConflict } from "../crm.errors.ts";
import { dealEvent, type DealEventName } from "./deal-events.ts";
import type { CreateDealInput, DealsArgs, UpdateDealInput } from "./deal-inputs.types.ts";
import { requireNamed, requirePerson } from "./deal-links.service.ts";
import { insertStep, selectDeals, showDeals, type DealRow } from "./deal.rows.ts";
import type { CrmDeal, CrmDealPage } from "./deal.types.ts";
import { requireStage } from "./pipelines.service.ts";

/**
 * Creates a deal in a stage. Throws CONTACT_NOT_FOUND, COMPANY_NOT_FOUND, INVALID_CURRENCY, AMOUNT_PRECISION, and
 * VALIDATION_ERROR for an unknown pipeline, stage or owner. Idempotent by the key.
 */
export function createDeal(ctx: HubContext, input: CreateDealInput): Promise<CrmDeal> {
  const { principal } = ctx;
  const ownerId = principal.ownerId ?? "";
  const now = ctx.clock.now();
  const currency = parseCurrency(input.currency);
  const amount = toMinor(input.amount, currencyDecimals(currency));
  return exactlyOnce(ctx, { operation: "createDeal", input }, async (em) => {
    const { pipeline } = input;
    const stage = await requireStage(em, ownerId, { pipeline, stage: input.stage ?? null });
    await requireNamed(em, ownerId, input);
    await requirePerson(em, ownerId, { path: "owner", userId: input.owner });
    const assignee = input.owner === undefined && principal.kind === "user" ? principal.id : input.owner;
    const id = newId("deal");
    await executeSql(
      em,
      `INSERT INTO crm_deals (id, owner_id, title, contact_id, company_id, amount, currency, pipeline, stage,
         expected_close, assignee, notes, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`,
      [
        id,
        ownerId,
        input.title.trim(),
        input.contactId ?? null,
        input.companyId ?? null,
        amount,
        currency,
        pipeline,
        stage,
        input.expectedClose ?? null,
        assignee ?? null,
        input.notes ?? null,
        now,
      ],
    );
    const deal = { id, ownerId };
    await insertStep(em, {
      deal,
      kind: "created",
      fromStage: null,
      toStage: stage,
      actor: principal.id,
      now,
    });
    return announceDeal(em, deal, "created");
  });
}

/** Updates the given fields; the stage is moved with `moveDealStage`. Throws as `createDeal`, and VERSION_CONFLICT. */
export function updateDeal(ctx: HubContext, input: UpdateDealInput): Promise<CrmDeal> {
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  return exactlyOnce(ctx, { operation: "updateDeal", input }, async (em) => {
    await requireNamed(em, ownerId, input);
    await requirePerson(em, ownerId, { path: "owner", userId: input.owner });
    const before = await lockDeal(em, ownerId, input);
    const after = { ...before, ...changesOf(before, input) };
    await executeSql(
      em,
      `UPDATE crm_deals SET title = $2, contact_id = $3, company_id = $4, amount = $5, currency = $6,
         expected_close = $7, assignee = $8, notes = $9, version = version + 1, updated_at = $10 WHERE id = $1`,
      [
        before.id,
        after.title,
        after.contactId,
        after.companyId,
        after.amount,
        after.currency,
        after.expectedClose,
        after.assignee,
        after.notes,
        now,
      ],
    );
    return announceDeal(em, before, "updated");
  });
}

function changesOf(before: DealRow, input: UpdateDealInput): Partial<DealRow> {
  const { contactId, companyId, expectedClose, owner, notes } = input;
  return {
    ...(input.title ? { title: input.title.trim() } : {}),
    ...(contactId === undefined ? {} : { contactId }),
    ...(companyId === undefined ? {} : { companyId }),
    ...(expectedClose === undefined ? {} : { expectedClose }),
    ...(owner === undefined ? {} : { assignee: owner }),
    ...(notes === undefined ? {} : { notes }),
    ...moneyOf(before, input),
  };
}

/** A new currency without a new amount keeps the amount in major units. */
function moneyOf(before: DealRow, input: UpdateDealInput): Pick<DealRow, "amount" | "currency"> {
  const currency = input.currency ? parseCurrency(input.currency) : before.currency;
  const amount = input.amount ?? toMajor(before.amount, currencyDecimals(before.currency));
  return { currency, amount: toMinor(amount, currencyDecimals(currency)) };
}

/** One deal of the account with its history. Throws DEAL_NOT_FOUND. */
export function readDeal(ctx: HubContext, dealId: string): Promise<CrmDeal> {
  const ownerId = ctx.principal.ownerId ?? "";
  return inTransaction(ctx, (em) => presentDeal(em, { id: dealId, ownerId }), { readOnly: true });
}

/** The account's deals, newest first. Throws INVALID_CURSOR. */
export function listDeals(ctx: HubContext, args: DealsArgs): Promise<CrmDealPage> {
  const { limit, stage = null, owner = null, pipeline = null, status = null } = args;
  const { contactId = null, companyId = null } = args;
  const ownerId = ctx.principal.ownerId ?? "";
  const filters = [stage, owner, pipeline, status, contactId, companyId];
  const cursors = rowCursors(ctx, ["deals", ...filters]);
  const after = cursors.decode(args.cursor);
  const filter = `d.owner_id = $1 AND ($2::text IS NULL OR d.stage = $2) AND ($3::text IS NULL OR d.assignee = $3)
    AND ($4::text IS NULL OR d.pipeline = $4) AND ($5::text IS NULL OR d.status = $5)
    AND ($6::text IS NULL OR d.contact_id = $6) AND ($7::text IS NULL OR d.company_id = $7)`;
  const values = [ownerId, ...filters];
  const read = async (em: EntityManager) => {
    const count = `SELECT count(*)::int AS total FROM crm_deals d WHERE ${filter}`;
    const [counted] = await executeSql<{ total: number }>(em, count, values);
    const found = await selectDeals(
      em,
      `${filter} AND ($8::timestamptz IS NULL OR (d.created_at, d.id) < ($8, $9))
       ORDER BY d.created_at DESC, d.id DESC LIMIT $10`,
      [...values, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
    );
    const { rows, nextCursor } = cutPage(found, limit, cursors, rowEnd);
    return { deals: await showDeals(em, ownerId, rows), nextCursor, total: counted?.total ?? 0 };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The deal, locked: later callers wait for the transaction. Throws DEAL_NOT_FOUND and VERSION_CONFLICT. */
export async function lockDeal(
  em: EntityManager,
  ownerId: string,
  { dealId, version }: { dealId: string; version?: number | null | undefined },
): Promise<DealRow> {
  const where = "d.owner_id = $1 AND d.id = $2 FOR NO KEY UPDATE OF d";
  const [deal] = await selectDeals(em, where, [ownerId, dealId]);
  if (!deal) throw dealNotFound();
  if (version !== undefined && version !== null && version !== deal.version)
    throw versionConflict(deal.version);
  return deal;
}

/** The deal as it is now. Throws DEAL_NOT_FOUND. */
export async function presentDeal(
  em: EntityManager,
  { id, ownerId }: Pick<DealRow, "id" | "ownerId">,
): Promise<CrmDeal> {
  const [deal] = await selectDeals(em, "d.owner_id = $1 AND d.id = $2", [ownerId, id]);
  if (!deal) throw dealNotFound();
  const [shown] = await showDeals(em, ownerId, [deal]);
  return shown!;
}

/** Emits the event of a change; returns the deal after it. */
export async function announceDeal(
  em: EntityManager,
  deal: Pick<DealRow, "id" | "ownerId">,
  name: DealEventName,
): Promise<CrmDeal> {
  const shown = await presentDeal(em, deal);
  await emitEvent(em, dealEvent(name, deal.ownerId, shown));
  return shown;
}
