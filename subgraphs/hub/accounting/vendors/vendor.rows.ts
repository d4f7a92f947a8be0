import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import type { HubContext } from "../../hub.context.ts";
import { vendorNotFound } from "../accounting.errors.ts";
import type { Form1099Box } from "./vendor.types.ts";

export interface VendorRow {
  id: string;
  ownerId: string;
  name: string;
  email: string | null;
  form1099Box: Form1099Box | null;
  archivedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export const vendorTable = plainRows<{ accounting_vendors: VendorRow }>();

/** A vendor of the account. `lock` locks it until the transaction ends. Throws NOT_FOUND. */
export async function requireVendor(
  em: EntityManager,
  ctx: HubContext,
  { id, lock = false }: { id: string; lock?: boolean },
): Promise<VendorRow> {
  const found = await vendorTable.findOwn(em, "accounting_vendors", {
    ownerId: ctx.principal.ownerId ?? "",
    id,
    lock,
  });
  if (!found) throw vendorNotFound();
  return found;
}
