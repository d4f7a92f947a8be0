import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError } from "../../../../src/errors.ts";
import { requireCompany } from "../companies/companies.service.ts";
import { selectContacts } from "../contacts/contact.rows.ts";
import { contactNotFound, dealNotFound } from "../crm.errors.ts";

/** Objects that a deal, a task or an activity names; those that are not given are not checked. */
export interface NamedObjects {
  contactId?: string | null | undefined;
  companyId?: string | null | undefined;
}

/**
 * Requires that contact and company exist, and keeps the contact until the transaction ends: an erasure that is
 * under way is waited for. Throws CONTACT_NOT_FOUND and COMPANY_NOT_FOUND.
 */
export async function requireNamed(
  em: EntityManager,
  ownerId: string,
  { contactId, companyId }: NamedObjects,
): Promise<void> {
  if (contactId !== undefined && contactId !== null) {
    const [contact] = await selectContacts(em, "owner_id = $1 AND id = $2 FOR SHARE", [ownerId, contactId]);
    if (!contact) throw contactNotFound();
  }
  if (companyId !== undefined && companyId !== null) await requireCompany(em, { ownerId, companyId });
}

/** Requires that a deal exists, where one is given. Throws DEAL_NOT_FOUND. */
export async function requireDeal(
  em: EntityManager,
  ownerId: string,
  dealId: string | null | undefined,
): Promise<void> {
  if (dealId === undefined || dealId === null) return;
  const sql = "SELECT 1 FROM crm_deals WHERE owner_id = $1 AND id = $2";
  if ((await executeSql(em, sql, [ownerId, dealId])).length === 0) throw dealNotFound();
}

/** Requires that a user belongs to the account: its own person, or a member of the organization. Throws 400. */
export async function requirePerson(
  em: EntityManager,
  ownerId: string,
  { path, userId }: { path: string; userId: string | null | undefined },
): Promise<void> {
  if (userId === undefined || userId === null || userId === ownerId) return;
  const sql = "SELECT 1 FROM account_members WHERE owner_id = $1 AND user_id = $2";
  if ((await executeSql(em, sql, [ownerId, userId])).length > 0) return;
  throw validationError([{ path, message: "must be the ID of a user of this account", rule: "member" }]);
}
