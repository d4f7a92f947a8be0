import { isDeepStrictEqual } from "node:util";
import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../../src/ids.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import {
  findProfile,
  insertAll,
  lockProfile,
  updateRow,
  type SellerProfileRow,
} from "./seller-profile.rows.ts";

type Content = Omit<SellerProfileRow, "id" | "ownerId" | "version" | "isUsed" | "createdAt" | "updatedAt">;

/** Profile of an account that has set nothing. */
export const emptyProfile: Content = {
  legalName: null,
  tradeName: null,
  address: null,
  email: null,
  phone: null,
  website: null,
  registrationNumber: null,
  taxIds: [],
  locale: null,
  color: null,
  terms: null,
  logoId: null,
  bankSealed: null,
  bankShown: null,
};

/** What to change, by the profile that the change makes. Its ID is that under which bank details are sealed. */
export type ProfileChange = (profile: Pick<SellerProfileRow, "id"> & Content) => Partial<Content>;

/**
 * Changes the account's profile in the open transaction; what is set already changes nothing. A version that a document was
 * issued with is left as it is, and a new one made.
 */
export async function changeProfile(
  em: EntityManager,
  ctx: InvoicingContext,
  change: ProfileChange,
): Promise<SellerProfileRow> {
  const ownerId = ownerOf(ctx);
  await lockProfile(em, ownerId);
  const current = await findProfile(em, ownerId, { lock: true });
  if (current && !differs(current, change(current))) return current;
  const updatedAt = ctx.clock.now().toISOString();
  if (current && !current.isUsed) {
    const changes = { ...change(current), updatedAt };
    await updateRow(em, "seller_profiles", current.id, changes);
    return { ...current, ...changes };
  }
  const row: SellerProfileRow = {
    ...emptyProfile,
    ...current,
    id: newId("slr"),
    ownerId,
    version: (current?.version ?? 0) + 1,
    isUsed: false,
    createdAt: updatedAt,
    updatedAt,
  };
  // Sealed text opens only under the ID that it was sealed for.
  if (current?.bankSealed)
    row.bankSealed = ctx.ports.keyRing.seal(
      ctx.ports.keyRing.open(current.bankSealed, bankPlace(current.id)),
      bankPlace(row.id),
    );
  Object.assign(row, change(row));
  await insertAll(em, "seller_profiles", [row]);
  return row;
}

function differs(row: SellerProfileRow, changes: Partial<Content>): boolean {
  return Object.entries(changes).some(
    ([name, value]) => !isDeepStrictEqual(row[name as keyof Content], value),
  );
}

/** Context that binds sealed bank details to their row. */
export function bankPlace(profileId: string): string {
  return `seller_profiles.bank_sealed.${profileId}`;
}
