import { rowCursors } from "../../../src/db/cursor.ts";
import { cutPage } from "../../../src/db/page.ts";
import { asSystem, inTransaction } from "../../../src/db/transaction.ts";
import { errorDocsUrl } from "../../../src/error-docs.ts";
import { ownerOf } from "../credits/credits.service.ts";
import type { HubContext } from "../hub.context.ts";
import { requestNotFound } from "./requests.errors.ts";
import {
  deleteRequests,
  findRequests,
  insertRequests,
  type RequestFilter,
  type RequestRow,
} from "./requests.rows.ts";
import type { LoggedRequest, LoggedRequestPage, RequestArgs, RequestsArgs } from "./requests.types.ts";

const keepMs = 30 * 24 * 60 * 60 * 1000;
const purgeSize = 10_000;

/** Requests of the account that the call acts for, newest first. Throws INVALID_CURSOR. */
export async function listRequests(
  ctx: HubContext,
  { limit, after, ...args }: RequestsArgs,
): Promise<LoggedRequestPage> {
  const filter = filterOf(ctx, args);
  const { ownerId: _owner, before: _before, ...given } = filter;
  const cursors = rowCursors(ctx, ["requests", ...Object.values(given)]);
  const before = cursors.decode(after)?.[1] ?? null;
  const found = await inTransaction(ctx, (em) => findRequests(em, { ...filter, before }, limit + 1), {
    readOnly: true,
  });
  const { rows, nextCursor } = cutPage(found, limit, cursors, ({ at, id }) => [at, id]);
  return { requests: rows.map((row) => present(ctx, row)), nextCursor };
}

/** The newest request with this ID. Throws NOT_FOUND. */
export async function readRequest(ctx: HubContext, { requestId }: RequestArgs): Promise<LoggedRequest> {
  const filter = filterOf(ctx, { requestId });
  const [row] = await inTransaction(ctx, (em) => findRequests(em, filter, 1), { readOnly: true });
  if (!row) throw requestNotFound();
  return present(ctx, row);
}

/** Stores requests that a router has answered. Idempotent per request. */
export async function recordRequests(ctx: HubContext, entries: string): Promise<boolean> {
  await asSystem(ctx.em, (em) => insertRequests(em, entries));
  return true;
}

/** Deletes requests of more than 30 days ago. */
export async function purgeRequests(ctx: HubContext, signal: AbortSignal): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keepMs);
  while (!signal.aborted) {
    const deleted = await asSystem(ctx.em, (em) => deleteRequests(em, before, purgeSize));
    if (deleted < purgeSize) return;
  }
}

/** Members and credentials that are limited to apps see the requests of those apps. */
function filterOf(
  ctx: HubContext,
  { status, operation, key, requestId, from, to }: Omit<RequestsArgs, "limit" | "after">,
): RequestFilter {
  const { appIds } = ctx.principal;
  return {
    ownerId: ownerOf(ctx),
    status: status ?? null,
    operation: operation ?? null,
    key: key ?? null,
    requestId: requestId ?? null,
    from: from ?? null,
    to: to ?? null,
    appIds: appIds === "all" ? null : appIds,
    before: null,
  };
}

function present(
  { publicUrl }: HubContext,
  { id: _id, at, costHundredths, durationMs, principalType, principalId, ...row }: RequestRow,
): LoggedRequest {
  return {
    ...row,
    at: new Date(at),
    docsUrl: row.code === null ? null : errorDocsUrl(publicUrl, row.code),
    durationMs: Math.round(durationMs * 10) / 10,
    cost: costHundredths,
    principal: { type: principalType, id: principalId },
  };
}
