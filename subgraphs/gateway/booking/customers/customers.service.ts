import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql, sqlState } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { checkedZone } from "../../base/checked-zone.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { notFound, versionConflict } from "../../base/gateway.errors.ts";
import { escapeLike } from "../../base/like.ts";
import type * as types from "./customers.types.ts";

interface CustomerRow {
  id: string;
  ownerId: string;
  name: string;
  email: string;
  emailFolded: string;
  phone: string | null;
  timezone: string | null;
  /** Language of mails; null: that of the booking page. */
  locale: string | null;
  /** When the account entered the customer; null of those known from bookings alone. */
  enteredAt: string | null;
  blockedAt: string | null;
  blockReason: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

const { findRows, findOwn, insertAll, updateRow, pageRows } = plainRows<{ booking_customers: CustomerRow }>();

/**
 * Adds a customer. One who is known from bookings alone is completed and keeps those bookings. Throws VALIDATION_ERROR for
 * the time zone, and DUPLICATE with the customer who has this email address.
 */
export function createBookingCustomer(
  ctx: GatewayContext,
  input: types.CreateBookingCustomerInput,
): Promise<types.BookingCustomer> {
  return exactlyOnce(ctx, { operation: "createBookingCustomer", input }, async (em) => {
    const now = ctx.clock.now().toISOString();
    const entered = {
      name: input.name.trim(),
      email: input.email,
      phone: input.phone ?? null,
      timezone: checkedZone(input.timezone),
      locale: input.locale ?? null,
      enteredAt: now,
      updatedAt: now,
    };
    const row: CustomerRow = {
      id: newId("bcu"),
      ownerId: ownerOf(ctx),
      emailFolded: input.email.toLowerCase(),
      blockedAt: null,
      blockReason: null,
      version: 1,
      createdAt: now,
      ...entered,
    };
    await insertAll(em, "booking_customers", [row], "ON CONFLICT (owner_id, email_folded) DO NOTHING");
    const known = (await withEmail(em, ctx, input.email))!;
    if (known.id === row.id) return presentOne(em, ctx, row);
    if (known.enteredAt !== null) throw duplicate(known.id);
    return change(em, ctx, known, entered);
  });
}

/** One of the account's customers, by ID or email address. Throws NOT_FOUND, and VALIDATION_ERROR unless one is given. */
export function readBookingCustomer(
  ctx: GatewayContext,
  { customerId = null, email = null }: types.BookingCustomerArgs,
): Promise<types.BookingCustomer> {
  if ((customerId === null) === (email === null))
    throw validationError([{ path: "customerId", message: "must be given, or email", rule: "required" }]);
  const read = async (em: EntityManager) => {
    const where = "owner_id = $1 AND (id = $2 OR email_folded = $3)";
    const own = [ownerOf(ctx), customerId, email?.toLowerCase() ?? null];
    const [row] = await findRows(em, "booking_customers", where, own);
    if (!row) throw notFound("customer");
    return presentOne(em, ctx, row);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The account's customers, newest first. Throws INVALID_CURSOR. */
export function listBookingCustomers(
  ctx: GatewayContext,
  { query = null, minNoShows = null, blocked = null, limit, after }: types.BookingCustomersArgs,
): Promise<types.BookingCustomerPage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "booking_customers", {
      where: `($2::text IS NULL OR name ILIKE $2 OR email ILIKE $2 OR phone ILIKE $2)
        AND ($3::int IS NULL OR $3 <= (SELECT count(*) FROM bookings AS b
          WHERE b.customer_id = t.id AND b.status = 'no_show'))
        AND ($4::boolean IS NULL OR $4 = (blocked_at IS NOT NULL))`,
      values: [query === null ? null : `%${escapeLike(query)}%`, minNoShows, blocked],
      list: ["booking customers", query, minNoShows, blocked],
      limit,
      after,
    });
    return { customers: await presentAll(em, ctx, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Updates a customer. Throws NOT_FOUND, VERSION_CONFLICT, VALIDATION_ERROR for the time zone, and DUPLICATE with the
 * customer who has the new email address.
 */
export function updateBookingCustomer(
  ctx: GatewayContext,
  input: types.UpdateBookingCustomerInput,
): Promise<types.BookingCustomer> {
  return exactlyOnce(ctx, { operation: "updateBookingCustomer", input }, async (em) => {
    const row = await lockCustomer(em, ctx, input.customerId);
    const { version, name, phone, timezone, locale } = input;
    if (typeof version === "number" && version !== row.version) throw versionConflict(row.version);
    const email = input.email ?? row.email;
    const other = await withEmail(em, ctx, email);
    if (other && other.id !== row.id) throw duplicate(other.id);
    return change(em, ctx, row, {
      name: name?.trim() ?? row.name,
      email,
      emailFolded: email.toLowerCase(),
      phone: phone === undefined ? row.phone : phone,
      timezone: timezone === undefined ? row.timezone : checkedZone(timezone),
      locale: locale === undefined ? row.locale : locale,
      enteredAt: row.enteredAt ?? ctx.clock.now().toISOString(),
    });
  });
}

/**
 * Blocks a customer or takes the block back. Bookings that are being made wait for it, later ones are refused; those
 * made before stay. Throws NOT_FOUND.
 */
export function setBookingCustomerBlock(
  ctx: GatewayContext,
  input: types.SetBookingCustomerBlockInput,
): Promise<types.BookingCustomer> {
  return exactlyOnce(ctx, { operation: "setBookingCustomerBlock", input }, async (em) => {
    const row = await lockCustomer(em, ctx, input.customerId);
    const { blocked, reason = null } = input;
    const blockReason = blocked ? reason : null;
    if (blocked === (row.blockedAt !== null) && blockReason === row.blockReason)
      return presentOne(em, ctx, row);
    const since = row.blockedAt ?? ctx.clock.now().toISOString();
    return change(em, ctx, row, { blockedAt: blocked ? since : null, blockReason });
  });
}

async function lockCustomer(em: EntityManager, ctx: GatewayContext, id: string): Promise<CustomerRow> {
  const row = await findOwn(em, "booking_customers", { ownerId: ownerOf(ctx), id, lock: true });
  if (!row) throw notFound("customer");
  return row;
}

/** The customer with an email address, locked. */
async function withEmail(em: EntityManager, ctx: GatewayContext, email: string): Promise<CustomerRow | null> {
  const where = "owner_id = $1 AND email_folded = $2 FOR UPDATE";
  const [row] = await findRows(em, "booking_customers", where, [ownerOf(ctx), email.toLowerCase()]);
  return row ?? null;
}

async function change(
  em: EntityManager,
  ctx: GatewayContext,
  row: CustomerRow,
  fields: Partial<CustomerRow>,
): Promise<types.BookingCustomer> {
  const changes = { ...fields, version: row.version + 1, updatedAt: ctx.clock.now().toISOString() };
  await updateRow(em, "booking_customers", row.id, changes).catch((error: unknown) => {
    if (sqlState(error) === "23505") throw duplicate(null);
    throw error;
  });
  return presentOne(em, ctx, { ...row, ...changes });
}

/** How often a customer booked, came and did not come. */
interface Visits {
  customerId: string;
  bookings: number;
  upcoming: number;
  visits: number;
  noShows: number;
  cancellations: number;
  lastVisitAt: string | null;
}

function visitsOf(em: EntityManager, ctx: GatewayContext, ids: readonly string[]): Promise<Visits[]> {
  return executeSql<Visits>(
    em,
    `SELECT customer_id AS "customerId", count(*)::int AS bookings,
       count(*) FILTER (WHERE starts_at > $2 AND (status = 'confirmed' OR (status = 'pending' AND lapses_at > $2)))::int
         AS upcoming,
       count(*) FILTER (WHERE status IN ('checked_in', 'completed'))::int AS visits,
       count(*) FILTER (WHERE status = 'no_show')::int AS "noShows",
       count(*) FILTER (WHERE status = 'cancelled' AND cancelled_by = 'customer')::int AS cancellations,
       max(starts_at) FILTER (WHERE status IN ('checked_in', 'completed')) AS "lastVisitAt"
     FROM bookings WHERE customer_id = ANY ($1) AND status <> 'held' GROUP BY customer_id`,
    [ids, ctx.clock.now()],
  );
}

async function presentOne(
  em: EntityManager,
  ctx: GatewayContext,
  row: CustomerRow,
): Promise<types.BookingCustomer> {
  return (await presentAll(em, ctx, [row]))[0]!;
}

async function presentAll(
  em: EntityManager,
  ctx: GatewayContext,
  rows: readonly CustomerRow[],
): Promise<types.BookingCustomer[]> {
  const ids = rows.map(({ id }) => id);
  const byId = new Map((await visitsOf(em, ctx, ids)).map((one) => [one.customerId, one]));
  return rows.map((row) => presentCustomer(row, byId.get(row.id)));
}

function presentCustomer(row: CustomerRow, visits: Visits | undefined): types.BookingCustomer {
  const { id, name, email, phone, timezone, locale, blockedAt, blockReason, version } = row;
  const moment = (text: string | null | undefined) => (text ? new Date(text) : null);
  return {
    id,
    name,
    email,
    phone,
    timezone,
    locale,
    blocked: blockedAt !== null,
    blockedAt: moment(blockedAt),
    blockReason,
    bookings: visits?.bookings ?? 0,
    upcoming: visits?.upcoming ?? 0,
    visits: visits?.visits ?? 0,
    noShows: visits?.noShows ?? 0,
    cancellations: visits?.cancellations ?? 0,
    lastVisitAt: moment(visits?.lastVisitAt),
    version,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  };
}

function duplicate(customerId: string | null): DomainError {
  return new DomainError(
    "DUPLICATE",
    "Another customer has this email address. Update that customer, or use another address.",
    { customerId },
  );
}
