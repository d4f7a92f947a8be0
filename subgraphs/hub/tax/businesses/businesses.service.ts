import type { EntityManager } from "@mikro-orm/postgresql";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { inputWithIndex, refreshBlindIndexes } from "../../../../src/db/blind-index.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf } from "../../credits/credits.service.ts";
import type { HubContext } from "../../hub.context.ts";
import * as rows from "./business.rows.ts";
import type {
  SavedTaxBusiness,
  SaveTaxBusinessInput,
  TaxBusiness,
  TaxBusinessList,
} from "./business.types.ts";
import { Faults } from "../forms/form-content.ts";
import { readAddress, type PostalAddress } from "./postal-address.ts";
import { businessNotFound, invalidForm, invalidTin } from "../tax.errors.ts";
import { fingerprintOf, fingerprintsOf, tinMessage } from "../forms/tax-numbers.ts";
import { holdsTin, maskTin, readTin, tinFault } from "../forms/tin.ts";

export async function listBusinesses(ctx: HubContext): Promise<TaxBusinessList> {
  return { businesses: (await rows.readBusinesses(ctx)).map(toView) };
}

/**
 * Creates or updates a business, and registers it with the filing provider. An owner has one business per EIN. Throws
 * INVALID_TIN, INVALID_TAX_FORM, BUSINESS_NOT_FOUND, and TAX_PROVIDER_ERROR, after which the business exists,
 * `pending`.
 */
export async function saveBusiness(ctx: HubContext, input: SaveTaxBusinessInput): Promise<SavedTaxBusiness> {
  const { ein, address } = readInput(input);
  const ownerId = ownerOf(ctx);
  const asked = Object.fromEntries(Object.entries(input));
  const hashed = inputWithIndex(fingerprintsOf(ctx, ein), (index) => ({ ...asked, ein: index }));
  const call = { operation: "saveTaxBusiness", ...hashed };
  return onceOutside(ctx, call, {
    record: async (em) => {
      const business = await write(ctx, em, { ownerId, input, ein, address });
      const { id, revision, registeredRevision } = business;
      return { id, revision, created: registeredRevision === 0 };
    },
    act: async ({ id }) => {
      const [business] = await rows.readBusinesses(ctx, id);
      await registerBusiness(ctx, business!);
    },
    settle: async (em, { id, revision, created }) => {
      await rows.markRegistered(em, id, revision);
      return { business: toView((await rows.lockBusiness(em, ownerId, id))!), created };
    },
  });
}

/** Registers a business with the provider; outside of transactions. */
export async function registerBusiness(ctx: HubContext, business: rows.Business): Promise<void> {
  const { id, businessName, dba, einSealed, address, contactName, contactPhone, contactEmail } = business;
  await ctx.ports.tax.provider.saveBusiness({
    reference: id,
    name: businessName,
    dba,
    ein: ctx.ports.keyRing.open(einSealed, rows.einPlace(id)),
    address,
    contact: { name: contactName, phone: contactPhone, email: contactEmail },
  });
}

function readInput(input: SaveTaxBusinessInput): { ein: string; address: PostalAddress } {
  const ein = readTin(input.ein);
  const rule = ein === null ? "digits" : tinFault("EIN", ein);
  if (ein === null || rule !== null)
    throw invalidTin([{ path: "ein", message: tinMessage(rule!), rule: rule! }]);
  const faults = new Faults();
  const address = readAddress(input.address, "address", faults);
  if (address.country !== "US") faults.add("address.country", "must be US", "us_only");
  for (const name of ["businessName", "dba", "contactName"] as const)
    if (holdsTin(input[name] ?? "", ein)) faults.add(name, "must not contain the EIN", "holds_tin");
  if (faults.list.length > 0) throw invalidForm(faults.list);
  return { ein, address };
}

interface Write {
  ownerId: string;
  input: SaveTaxBusinessInput;
  ein: string;
  address: PostalAddress;
}

async function write(ctx: HubContext, em: EntityManager, wanted: Write): Promise<rows.Business> {
  const { ownerId, input, ein, address } = wanted;
  const id = input.businessId ?? newId("biz");
  const facts: rows.BusinessFacts = {
    id,
    businessName: input.businessName.trim(),
    dba: input.dba?.trim() || null,
    einSealed: ctx.ports.keyRing.seal(ein, rows.einPlace(id)),
    einFingerprint: fingerprintOf(ctx, ein),
    einLast4: ein.slice(5),
    address,
    contactName: input.contactName.trim(),
    contactPhone: input.contactPhone,
    contactEmail: input.contactEmail,
  };
  const now = ctx.clock.now();
  const columns = [{ table: "tax_businesses", column: "ein_fingerprint" }];
  await refreshBlindIndexes(em, { indexes: fingerprintsOf(ctx, ein), ownerId, columns });
  if (!input.businessId) return rows.upsertBusiness(em, { ownerId, facts, now });
  const known = await rows.lockBusiness(em, ownerId, id);
  if (!known) throw businessNotFound();
  if (known.einFingerprint !== facts.einFingerprint) await checkNewNumber(em, ownerId, facts);
  return rows.updateBusiness(em, facts, now);
}

async function checkNewNumber(em: EntityManager, ownerId: string, facts: rows.BusinessFacts): Promise<void> {
  const sql = `SELECT EXISTS (SELECT 1 FROM tax_forms WHERE business_id = $1) AS "hasForms",
    EXISTS (SELECT 1 FROM tax_businesses WHERE owner_id = $2 AND ein_fingerprint = $3 AND id <> $1) AS "isTaken"`;
  const values = [facts.id, ownerId, facts.einFingerprint];
  const [found] = await executeSql<{ hasForms: boolean; isTaken: boolean }>(em, sql, values);
  if (found!.isTaken)
    throw invalidForm([
      { path: "ein", message: "belongs to another business of this account", rule: "unique" },
    ]);
  if (found!.hasForms)
    throw invalidForm([{ path: "ein", message: "cannot change once forms are filed", rule: "fixed" }]);
}

function toView(business: rows.Business): TaxBusiness {
  const { id, einLast4, businessName, dba, address, contactName, contactPhone, contactEmail } = business;
  return {
    businessId: id,
    businessName,
    dba,
    ein: maskTin("EIN", einLast4),
    einLast4,
    address,
    contactName,
    contactPhone,
    contactEmail,
    status: business.registeredRevision > 0 ? "active" : "pending",
    createdAt: business.createdAt,
    updatedAt: business.updatedAt,
  };
}
