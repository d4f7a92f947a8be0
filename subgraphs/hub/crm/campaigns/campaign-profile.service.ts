import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import type {
  BusinessAddressInput,
  BusinessProfile,
  SaveBusinessProfileInput,
} from "./business-profile.types.ts";

type Address = { [Key in keyof BusinessAddressInput]-?: BusinessAddressInput[Key] | null };

/** The account's sender profile; empty when none is set. */
export async function readProfile(ctx: HubContext): Promise<BusinessProfile> {
  const ownerId = ctx.principal.ownerId ?? "";
  return inTransaction(ctx, (em) => selectProfile(em, ownerId), { readOnly: true });
}

/** Replaces the sender profile as a whole. Idempotent by the idempotency key. */
export function saveProfile(ctx: HubContext, input: SaveBusinessProfileInput): Promise<BusinessProfile> {
  const ownerId = ctx.principal.ownerId ?? "";
  return exactlyOnce(ctx, { operation: "saveBusinessProfile", input }, async (em) => {
    const { line1, line2 = null, city, region = null, postalCode, country } = input.postalAddress;
    const address: Address = { line1, line2, city, region, postalCode, country };
    await executeSql(
      em,
      `INSERT INTO crm_profiles AS known (owner_id, business_name, postal_address, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $4)
       ON CONFLICT (owner_id) DO UPDATE SET business_name = $2, postal_address = $3, updated_at = $4`,
      [ownerId, input.businessName, JSON.stringify(address), ctx.clock.now()],
    );
    return selectProfile(em, ownerId);
  });
}

export async function selectProfile(em: EntityManager, ownerId: string): Promise<BusinessProfile> {
  const [row] = await executeSql<{
    businessName: string;
    postalAddress: Record<string, unknown>;
    updatedAt: string;
  }>(
    em,
    `SELECT business_name AS "businessName", postal_address AS "postalAddress", updated_at AS "updatedAt"
     FROM crm_profiles WHERE owner_id = $1`,
    [ownerId],
  );
  if (!row) return { businessName: null, postalAddress: null, updatedAt: null };
  return { ...row, updatedAt: new Date(row.updatedAt) };
}

/** Name and postal address in one line, as mail shows them; null of an account that has set none. */
export function senderLine({ businessName, postalAddress }: BusinessProfile): string | null {
  if (businessName === null || postalAddress === null) return null;
  const { line1, line2, city, region, postalCode, country } = postalAddress as unknown as Address;
  const place = [[city, region].filter(Boolean).join(", "), postalCode].join(" ");
  return [businessName, line1, line2, place, country].filter(Boolean).join(", ");
}
