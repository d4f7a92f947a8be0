import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { notFound, versionConflict } from "../../base/gateway.errors.ts";
import { findRows, insertAll, updateRow, type BookingPageRow } from "./booking-page.rows.ts";
import type { BookingPageSettings, UpdateBookingPageInput } from "./booking-page.types.ts";

/** The account's booking page. Throws NOT_FOUND before it has one. */
export function readBookingPage(ctx: GatewayContext): Promise<BookingPageSettings> {
  return inTransaction(
    ctx,
    async (em) => {
      const page = await ownPage(em, ctx);
      if (!page) throw notFound("booking page");
      return presentPage(ctx, page);
    },
    { readOnly: true },
  );
}

/**
 * Changes the account's booking page; creates it, closed, with the first change. Throws VALIDATION_ERROR for a new page without a
 * title, DUPLICATE for a slug that is taken, and VERSION_CONFLICT.
 */
export function updateBookingPage(
  ctx: GatewayContext,
  input: UpdateBookingPageInput,
): Promise<BookingPageSettings> {
  return exactlyOnce(ctx, { operation: "updateBookingPage", input }, async (em) => {
    const now = ctx.clock.now().toISOString();
    const before = await ownPage(em, ctx, true);
    if (input.version && input.version !== (before?.version ?? 0))
      throw versionConflict(before?.version ?? 0);
    const page = { ...(before ?? newPage(ctx, input, now)), ...changesOf(input) };
    // What changes nothing makes no new version.
    if (before && isDeepStrictEqual(page, before)) return presentPage(ctx, before);
    if (page.slug !== before?.slug) await requireFreeSlug(em, page.slug);
    if (before) {
      Object.assign(page, { version: before.version + 1, updatedAt: now });
      const { id, ...changes } = page;
      await updateRow(em, "booking_pages", id, changes);
    } else await insertAll(em, "booking_pages", [page]);
    return presentPage(ctx, page);
  });
}

function newPage(ctx: GatewayContext, { title }: UpdateBookingPageInput, now: string): BookingPageRow {
  if (!title)
    throw validationError([{ path: "title", message: "must be given for a new page", rule: "required" }]);
  return {
    id: newId("bpg"),
    ownerId: ownerOf(ctx),
    slug: randomBytes(12).toString("hex"),
    isEnabled: false,
    title,
    introduction: null,
    locale: "en-US",
    confirmsEmail: true,
    frameOrigins: [],
    paymentMinutes: 15,
    showsEvents: false,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

function changesOf(input: UpdateBookingPageInput): Partial<BookingPageRow> {
  const { isEnabled, slug, title, introduction, locale, requiresEmailCode, frameOrigins } = input;
  const { paymentMinutes, showsEvents } = input;
  return {
    ...(typeof isEnabled === "boolean" ? { isEnabled } : {}),
    ...(slug ? { slug } : {}),
    ...(title ? { title: title.trim() } : {}),
    ...(typeof introduction === "string" ? { introduction: introduction.trim() || null } : {}),
    ...(locale ? { locale } : {}),
    ...(typeof requiresEmailCode === "boolean" ? { confirmsEmail: requiresEmailCode } : {}),
    ...(frameOrigins ? { frameOrigins } : {}),
    ...(paymentMinutes ? { paymentMinutes } : {}),
    ...(typeof showsEvents === "boolean" ? { showsEvents } : {}),
  };
}

/** Slugs are public, so that one is taken is no secret. */
async function requireFreeSlug(em: EntityManager, slug: string): Promise<void> {
  const taken = await asSystem(em, (own) => findRows(own, "booking_pages", "slug = $1", [slug]));
  if (taken.length > 0)
    throw new DomainError("DUPLICATE", "This slug is taken. Choose another one.", { field: "slug" });
}

async function ownPage(em: EntityManager, ctx: GatewayContext, lock = false): Promise<BookingPageRow | null> {
  const where = `owner_id = $1${lock ? " FOR UPDATE" : ""}`;
  return (await findRows(em, "booking_pages", where, [ownerOf(ctx)]))[0] ?? null;
}

function presentPage(ctx: GatewayContext, page: BookingPageRow): BookingPageSettings {
  const { slug, isEnabled, title, introduction, locale, confirmsEmail, frameOrigins, version } = page;
  const { paymentMinutes, showsEvents } = page;
  return {
    slug,
    url: `${ctx.publicUrl}/book/${slug}`,
    isEnabled,
    title,
    introduction,
    locale,
    requiresEmailCode: confirmsEmail,
    frameOrigins,
    paymentMinutes,
    showsEvents,
    version,
    createdAt: new Date(page.createdAt),
    updatedAt: new Date(page.updatedAt),
  };
}
