import { LockMode, type FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce, type RevealedOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId, newToken } from "../../../../src/ids.ts";
import type { HvutContext } from "../hvut.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { hashToken } from "../../base/page-token.ts";
import { readPage } from "../../base/read-page.service.ts";
import { campusOf, einFault } from "./ein.ts";
import { einPlace, FilerEntity, type FilerAddress, type Signatory } from "./filer.entity.ts";
import type * as types from "./filer.types.ts";
import { notFound, versionConflict } from "../../base/gateway.errors.ts";

/** Lifetime of the link where a person enters EIN and PIN. */
const entryLifetimeMs = 24 * 60 * 60 * 1000;

/** Adds a filer without EIN and PIN. A person enters them at `entryUrl`, because tools must not carry them. */
export function createFiler(ctx: HvutContext, input: types.CreateFilerInput): Promise<types.Filer> {
  return exactlyOnce(ctx, { operation: "createFiler", input, revealedOnce: entryLink(ctx) }, async (em) => {
    const now = ctx.clock.now();
    const token = newToken();
    const { address } = input;
    const filer = Object.assign(new FilerEntity(), {
      id: newId("flr"),
      ownerId: ownerOf(ctx),
      businessName: input.businessName.trim(),
      einSealed: null,
      einFingerprint: null,
      einLast4: null,
      pinSealed: null,
      address: plainAddress(address),
      phone: input.phone,
      signatory: plainSignatory(input.signatory),
      addressChanged: false,
      status: "active",
      entryHash: hashToken(token),
      entryExpiresAt: new Date(now.getTime() + entryLifetimeMs),
      version: 1,
      createdAt: now,
      updatedAt: now,
    } satisfies FilerEntity);
    await em.persist(filer).flush();
    return Object.assign(presentFiler(filer), {
      entryUrl: entryUrl(ctx, token),
      entryExpiresAt: filer.entryExpiresAt,
    });
  });
}

/** Updates a filer. Its next return reports a changed name or address. Throws NOT_FOUND and VERSION_CONFLICT. */
export function updateFiler(ctx: HvutContext, input: types.UpdateFilerInput): Promise<types.Filer> {
  return exactlyOnce(ctx, { operation: "updateFiler", input }, async (em) => {
    const filer = await lockFiler(em, ctx, input.filerId);
    const { version, businessName, address, phone, signatory } = input;
    if (typeof version === "number" && version !== filer.version) throw versionConflict(filer.version);
    if (businessName || address) filer.addressChanged = true;
    if (businessName) filer.businessName = businessName.trim();
    if (address) filer.address = plainAddress(address);
    if (phone) filer.phone = phone;
    if (signatory) filer.signatory = plainSignatory(signatory);
    return save(em, ctx, filer);
  });
}

/** Archives a filer, which releases its EIN for another filer. Throws NOT_FOUND. */
export function archiveFiler(ctx: HvutContext, input: types.FilerInput): Promise<types.Filer> {
  return exactlyOnce(ctx, { operation: "archiveFiler", input }, async (em) => {
    const filer = await lockFiler(em, ctx, input.filerId);
    filer.status = "archived";
    return save(em, ctx, filer);
  });
}

/** Creates a new entry link and invalidates the old one. Throws NOT_FOUND. */
export function renewEntryLink(ctx: HvutContext, input: types.FilerInput): Promise<types.Filer> {
  const call = { operation: "renewFilerEntryLink", input, revealedOnce: entryLink(ctx) };
  return exactlyOnce(ctx, call, async (em) => {
    const filer = await lockFiler(em, ctx, input.filerId);
    const token = newToken();
    filer.entryHash = hashToken(token);
    filer.entryExpiresAt = new Date(ctx.clock.now().getTime() + entryLifetimeMs);
    const saved = await save(em, ctx, filer);
    return Object.assign(saved, { entryUrl: entryUrl(ctx, token), entryExpiresAt: filer.entryExpiresAt });
  });
}

export function readFiler(ctx: HvutContext, filerId: string): Promise<types.Filer> {
  return inTransaction(ctx, async (em) => presentFiler(await findFiler(em, ctx, filerId)), {
    readOnly: true,
  });
}

/** The account's active filers, newest first. */
export function listFilers(ctx: HvutContext, args: types.FilersArgs): Promise<types.FilerPage> {
  const { limit, after, query } = args;
  const read = async (em: EntityManager) => {
    const like = query
      ? { businessName: { $ilike: `%${query.replaceAll(/[%_\\]/g, String.raw`\$&`)}%` } }
      : {};
    const filter = { ownerId: ownerOf(ctx), status: "active", ...like } as FilterQuery<FilerEntity>;
    const list = ["filers", query] as const;
    const { rows, ...page } = await readPage(em, ctx, FilerEntity, { filter, list, limit, after });
    return { filers: rows.map(presentFiler), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Checks the EIN of a filer. Throws NOT_FOUND. */
export function validateEin(ctx: HvutContext, filerId: string): Promise<types.EinCheck> {
  const read = async (em: EntityManager) => {
    const { einSealed } = await findFiler(em, ctx, filerId);
    if (einSealed === null) return { valid: false, prefixCampus: null, reason: "not_entered" };
    const digits = ctx.ports.keyRing.open(einSealed, einPlace(filerId));
    const reason = einFault(digits);
    return { valid: reason === null, prefixCampus: campusOf(digits), reason };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

export async function findFiler(em: EntityManager, ctx: HvutContext, id: string): Promise<FilerEntity> {
  const filer = await em.findOne(FilerEntity, { id, ownerId: ownerOf(ctx) });
  if (!filer) throw notFound("filer");
  return filer;
}

export async function lockFiler(em: EntityManager, ctx: HvutContext, id: string): Promise<FilerEntity> {
  const where = { id, ownerId: ownerOf(ctx) };
  const filer = await em.findOne(FilerEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!filer) throw notFound("filer");
  return filer;
}

export function presentFiler(filer: FilerEntity): types.Filer {
  const { id, businessName, einLast4, address, phone, signatory, addressChanged, status } = filer;
  const { version, createdAt, updatedAt, pinSealed } = filer;
  const ein = einLast4 === null ? null : `**-***${einLast4}`;
  const shown = {
    id,
    businessName,
    ein,
    hasPin: pinSealed !== null,
    address,
    phone,
    signatory,
    addressChanged,
  };
  return { ...shown, status, entryUrl: null, entryExpiresAt: null, version, createdAt, updatedAt };
}

async function save(em: EntityManager, ctx: HvutContext, filer: FilerEntity): Promise<types.Filer> {
  filer.version += 1;
  filer.updatedAt = ctx.clock.now();
  await em.flush();
  return presentFiler(filer);
}

/** Stores the link apart from the idempotent response, for retries within minutes. */
function entryLink({ ports: { keyRing } }: HvutContext): RevealedOnce {
  return { fields: ["entryUrl"], keepForMs: 10 * 60_000, keyRing };
}

function entryUrl(ctx: HvutContext, token: string): string {
  return `${ctx.publicUrl}/filer-numbers/${token}`;
}

function plainAddress({ line1, line2, city, state, postalCode }: types.FilerAddressInput): FilerAddress {
  return { line1, line2: line2 ?? null, city, state, postalCode };
}

function plainSignatory({ name, title }: types.SignatoryInput): Signatory {
  return { name, title };
}
