import type { FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { CursorList } from "../../../../src/db/cursor.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { HvutContext } from "../hvut.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { readPage } from "../../base/read-page.service.ts";
import { amendmentIds } from "./amendment-chain.service.ts";
import { judge } from "./draft.service.ts";
import { FilingEntity } from "./filing.entity.ts";
import type * as inputs from "./filing-input.types.ts";
import type * as types from "./filing.types.ts";
import { presentFiling } from "./present-filing.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** One of the account's returns, with its acknowledgements. Throws NOT_FOUND. */
export function readFiling(ctx: HvutContext, filingId: string): Promise<types.Filing> {
  return reading(ctx, filingId, async (_em, filing) => presentFiling(filing));
}

/** Validates a return. Throws NOT_FOUND. */
export function validateFiling(ctx: HvutContext, filingId: string): Promise<types.FilingValidation> {
  return reading(ctx, filingId, async (em, filing) => {
    const { errors, warnings } = await judge(em, ctx, filing);
    return { ok: errors.length === 0, errors, warnings };
  });
}

/** A fix for each reason of the last rejection. Throws NOT_FOUND. */
export function readFilingErrors(ctx: HvutContext, filingId: string): Promise<types.FilingErrors> {
  return reading(ctx, filingId, async (_em, { acks }) => ({
    errors: (acks.at(-1)?.errors ?? []).map((error) => ({
      ...error,
      fix: Object.hasOwn(fixes, error.code) ? fixes[error.code]! : otherwise,
    })),
  }));
}

const otherwise = "Fix what the message names, then call resubmit_filing.";
const fixes: Readonly<Record<string, string>> = {
  "R0000-500":
    "Compare the business name with the IRS letter about the EIN, or enter the right EIN. Then resubmit.",
  "R0000-021": "Enter the right EIN at the filer's entry link, then resubmit.",
  "R0000-031": "Enter a new PIN at the filer's entry link, then resubmit.",
  "F2290-017": "Remove the duplicate vehicle, then resubmit.",
  "F2290-068": "Choose a payment method, then resubmit.",
  "FPYMT-057": "Set the token of another bank account, then resubmit.",
};

export function readFilingEvents(ctx: HvutContext, filingId: string): Promise<types.FilingEvents> {
  return reading(ctx, filingId, async (_em, { events }) => ({
    events: events.map(({ type, at }) => ({ type, at: new Date(at) })),
  }));
}

/** The account's returns, newest first. */
export function listFilings(ctx: HvutContext, args: inputs.FilingsArgs): Promise<types.FilingPage> {
  const { filerId, period, status } = args;
  return pageOf(ctx, args, {
    ...(filerId ? { filerId } : {}),
    ...(typeof period === "number" ? { period } : {}),
    ...(status ? { status: { $in: status } } : {}),
  });
}

/** The returns that amend one, and those that amend them, newest first. Throws NOT_FOUND. */
export async function listAmendments(
  ctx: HvutContext,
  args: inputs.AmendmentsArgs,
): Promise<types.FilingPage> {
  const ids = await reading(ctx, args.filingId, (em, { id }) => amendmentIds(em, id));
  return pageOf(ctx, args, { id: { $in: ids } }, ["amendments", args.filingId]);
}

function pageOf(
  ctx: HvutContext,
  { limit, after }: { limit: number; after?: string | null },
  asked: Record<string, unknown>,
  list: CursorList = ["filings", asked],
): Promise<types.FilingPage> {
  const read = async (em: EntityManager) => {
    const filter = { ownerId: ownerOf(ctx), ...asked } as FilterQuery<FilingEntity>;
    const { rows, ...page } = await readPage(em, ctx, FilingEntity, { filter, list, limit, after });
    return { filings: rows.map(presentFiling), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function reading<T>(
  ctx: HvutContext,
  id: string,
  work: (em: EntityManager, filing: FilingEntity) => Promise<T>,
): Promise<T> {
  const read = async (em: EntityManager) => {
    const filing = await em.findOne(FilingEntity, { id, ownerId: ownerOf(ctx) });
    if (!filing) throw notFound("filing");
    return work(em, filing);
  };
  return inTransaction(ctx, read, { readOnly: true });
}
