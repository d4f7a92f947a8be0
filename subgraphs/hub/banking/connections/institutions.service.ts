import { DomainError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import type { InstitutionsArgs } from "../banking-inputs.types.ts";
import type { Institution, InstitutionList } from "./institutions.types.ts";
import { publicFault } from "../banking.errors.ts";

/** Banks by part of their name; `total` is how many are shown. Throws BANK_PROVIDER_ERROR. */
export async function searchInstitutions(
  ctx: HubContext,
  { query, limit }: InstitutionsArgs,
): Promise<InstitutionList> {
  const found = await ask(() => ctx.ports.bank.searchInstitutions(query));
  const institutions = found.slice(0, limit);
  return { institutions, total: institutions.length };
}

/** One bank, and how it does. Throws INSTITUTION_NOT_FOUND and BANK_PROVIDER_ERROR. */
export async function readInstitution(ctx: HubContext, institutionId: string): Promise<Institution> {
  // Skips the request for a malformed id.
  const isId = /^[\w.-]{1,100}$/.test(institutionId);
  const found = isId ? await ask(() => ctx.ports.bank.readInstitution(institutionId)) : null;
  if (!found) throw new DomainError("INSTITUTION_NOT_FOUND", "Bank not found. Check the institutionId.");
  return found;
}

async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    throw publicFault(thrown);
  }
}
