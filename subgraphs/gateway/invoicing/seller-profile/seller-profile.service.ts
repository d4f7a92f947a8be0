import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError, type FieldFault } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { changeProfile, emptyProfile } from "./change-profile.service.ts";
import { readLogo, type LogoImage } from "./logo-image.ts";
import { addressFaults } from "./postal-rules.ts";
import { findProfile, insertLogo, type SellerProfileRow } from "./seller-profile.rows.ts";
import type { SellerAddressInput, SellerProfile, UpdateSellerProfileInput } from "./seller-profile.types.ts";
import { checkTaxId } from "./tax-ids.ts";

/** The account's seller profile; empty before it is set. */
export function readSellerProfile(ctx: InvoicingContext): Promise<SellerProfile> {
  const read = async (em: EntityManager) => presentProfile(await findProfile(em, ownerOf(ctx)));
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Changes the account's seller profile. Documents that were issued keep what they were issued with. Throws VALIDATION_ERROR
 * for an address, tax ID or logo that breaks its rules, FILE_NOT_FOUND, INVALID_STATE before the logo's bytes arrived.
 */
export async function updateSellerProfile(
  ctx: InvoicingContext,
  input: UpdateSellerProfileInput,
): Promise<SellerProfile> {
  const changes = await checkedChanges(input);
  const logo = await fetchLogo(ctx, input.logoFileId);
  return exactlyOnce(ctx, { operation: "updateSellerProfile", input }, async (em) => {
    const logoId = await storeLogo(em, ctx, logo);
    const wanted = logoId === undefined ? changes : { ...changes, logoId };
    return presentProfile(await changeProfile(em, ctx, () => wanted));
  });
}

/** Sets the logo of documents in the open transaction; a `logo` of undefined changes nothing. Throws what fetching it threw. */
export async function changeLogo(em: EntityManager, ctx: InvoicingContext, logo: FetchedLogo): Promise<void> {
  const logoId = await storeLogo(em, ctx, logo);
  if (logoId !== undefined) await changeProfile(em, ctx, () => ({ logoId }));
}

/** A logo that was read from its file: null removes it, undefined keeps it, an error is thrown when it is used. */
export type FetchedLogo = LogoImage | DomainError | null | undefined;

/**
 * Reads the picture of an uploaded file, outside of any transaction. Returns a refusal instead of throwing it: a replay gets its
 * first response after the file was deleted.
 */
export async function fetchLogo(
  ctx: InvoicingContext,
  fileId: string | null | undefined,
): Promise<FetchedLogo> {
  if (fileId === null || fileId === undefined) return fileId;
  try {
    const { bytes } = await ctx.ports.accountFiles.read(ctx, fileId);
    const logo = await readLogo(bytes);
    if (!("fault" in logo)) return logo;
    return validationError([{ path: "logoFileId", message: logo.fault, rule: "picture" }]);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

async function storeLogo(
  em: EntityManager,
  ctx: InvoicingContext,
  logo: FetchedLogo,
): Promise<string | null | undefined> {
  if (logo === null || logo === undefined) return logo;
  if (logo instanceof DomainError) throw logo;
  const sha256 = createHash("sha256").update(logo.bytes).digest("hex");
  return insertLogo(em, { id: newId("lgo"), ownerId: ownerOf(ctx), ...logo, sha256, at: ctx.clock.now() });
}

async function checkedChanges({
  logoFileId: _,
  address,
  taxIds,
  ...texts
}: UpdateSellerProfileInput): Promise<Partial<SellerProfileRow>> {
  const faults: FieldFault[] = [];
  const changes: Partial<SellerProfileRow> = Object.fromEntries(
    Object.entries(texts).filter(([, value]) => value !== undefined),
  );
  if (address !== undefined) {
    changes.address = address && normalAddress(address);
    if (changes.address) faults.push(...addressFaults(changes.address));
  }
  if (taxIds !== undefined) changes.taxIds = await checkedTaxIds(taxIds ?? [], faults);
  if (faults.length > 0) throw validationError(faults);
  return changes;
}

async function checkedTaxIds(
  given: NonNullable<UpdateSellerProfileInput["taxIds"]>,
  faults: FieldFault[],
): Promise<SellerProfileRow["taxIds"]> {
  const checked: SellerProfileRow["taxIds"] = [];
  for (const [index, { kind, value }] of given.entries()) {
    const result = await checkTaxId(kind, value);
    if ("fault" in result) {
      faults.push({ path: `taxIds.${index}.value`, message: result.fault, rule: "checkDigits" });
    } else checked.push({ kind, value: result.value });
  }
  return checked;
}

function normalAddress({ line1, line2, city, region, postalCode, country }: SellerAddressInput) {
  return {
    line1,
    line2: line2 ?? null,
    city,
    region: region ?? null,
    postalCode: postalCode?.trim().toUpperCase() ?? null,
    country,
  };
}

/** Converts a stored profile to its GraphQL type. */
export function presentProfile(row: SellerProfileRow | null): SellerProfile {
  const { legalName, tradeName, address, email, phone, website, registrationNumber, taxIds, ...rest } =
    row ?? emptyProfile;
  const needed = { legalName, address, taxIds: taxIds.length === 0 ? null : taxIds };
  return {
    legalName,
    tradeName,
    address,
    email,
    phone,
    website,
    registrationNumber,
    taxIds,
    locale: rest.locale,
    color: rest.color,
    terms: rest.terms,
    hasLogo: rest.logoId !== null,
    bank: rest.bankShown,
    missing: Object.entries(needed).flatMap(([name, value]) => (value === null ? [name] : [])),
    version: row?.version ?? 0,
    updatedAt: row ? new Date(row.updatedAt) : null,
  };
}
