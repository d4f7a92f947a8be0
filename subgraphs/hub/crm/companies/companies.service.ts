import type { EntityManager } from "@mikro-orm/postgresql";
import { rowCursors } from "../../../../src/db/cursor.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { cutPage } from "../../../../src/db/page.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { foldDomain } from "../contacts/contact-address.ts";
import { companyExists, companyNotFound, versionConflict } from "../crm.errors.ts";
import { searchPatterns } from "../search-patterns.ts";
import { companyEvent } from "./company-events.ts";
import { selectCompanies } from "./company.rows.ts";
import type {
  CompaniesArgs,
  CreateCompanyInput,
  CrmCompany,
  CrmCompanyPage,
  UpdateCompanyInput,
} from "./company.types.ts";

/** Creates a company. Throws VALIDATION_ERROR for an invalid domain, and COMPANY_EXISTS. Idempotent by the key. */
export function createCompany(ctx: HubContext, input: CreateCompanyInput): Promise<CrmCompany> {
  const domain = readDomain(input.domain ?? null);
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  return exactlyOnce(ctx, { operation: "createCompany", input }, async (em) => {
    await requireFreeDomain(em, ownerId, { domain, ownId: null });
    const id = newId("co");
    await executeSql(
      em,
      `INSERT INTO crm_companies (id, owner_id, name, domain, notes, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6)`,
      [id, ownerId, input.name.trim(), domain, input.notes ?? null, now],
    );
    return announce(em, ownerId, id, "created");
  });
}

/**
 * Updates the given fields. Contacts that had the former name get the new one. Throws COMPANY_NOT_FOUND, COMPANY_EXISTS,
 * VERSION_CONFLICT and VALIDATION_ERROR. Idempotent by the key.
 */
export function updateCompany(ctx: HubContext, input: UpdateCompanyInput): Promise<CrmCompany> {
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  return exactlyOnce(ctx, { operation: "updateCompany", input }, async (em) => {
    const before = await requireCompany(em, { ownerId, companyId: input.companyId, lock: true });
    const { version } = input;
    if (version !== undefined && version !== null && version !== before.version)
      throw versionConflict(before.version);
    const domain = input.domain === undefined ? before.domain : readDomain(input.domain);
    await requireFreeDomain(em, ownerId, { domain, ownId: before.companyId });
    const name = input.name?.trim() ?? before.name;
    const notes = input.notes === undefined ? before.notes : input.notes;
    const archived = input.archived ?? before.archived;
    await executeSql(
      em,
      `UPDATE crm_companies SET name = $2, domain = $3, notes = $4, version = version + 1, updated_at = $6,
         archived_at = CASE WHEN $5 THEN coalesce(archived_at, $6) END WHERE id = $1`,
      [before.companyId, name, domain, notes, archived, now],
    );
    if (name !== before.name)
      await executeSql(
        em,
        `UPDATE crm_contacts SET company = $4, version = version + 1, updated_at = $5
         WHERE owner_id = $1 AND company_id = $2 AND company = $3`,
        [ownerId, before.companyId, before.name, name, now],
      );
    return announce(em, ownerId, before.companyId, "updated");
  });
}

/** The account's companies, newest first. Throws INVALID_CURSOR. */
export function listCompanies(ctx: HubContext, args: CompaniesArgs): Promise<CrmCompanyPage> {
  const { limit, archived } = args;
  const cursors = rowCursors(ctx, ["companies", args.query, archived]);
  const after = cursors.decode(args.cursor);
  const filter = `c.owner_id = $1 AND ($2 OR c.archived_at IS NULL)
    AND ($3::text[] IS NULL OR c.search LIKE ALL ($3))`;
  const values = [ctx.principal.ownerId, archived, searchPatterns(args.query)];
  const read = async (em: EntityManager) => {
    const count = `SELECT count(*)::int AS total FROM crm_companies c WHERE ${filter}`;
    const [counted] = await executeSql<{ total: number }>(em, count, values);
    const found = await selectCompanies(
      em,
      `${filter} AND ($4::timestamptz IS NULL OR (c.created_at, c.id) < ($4, $5))
       ORDER BY c.created_at DESC, c.id DESC LIMIT $6`,
      [...values, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
    );
    const { rows, nextCursor } = cutPage(found, limit, cursors, ({ createdAt, companyId }) => [
      createdAt.toISOString(),
      companyId,
    ]);
    return { companies: rows, nextCursor, total: counted?.total ?? 0 };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** A company of the account. Throws COMPANY_NOT_FOUND. `lock` keeps it unchanged until the transaction ends. */
export async function requireCompany(
  em: EntityManager,
  { ownerId, companyId, lock = false }: { ownerId: string; companyId: string; lock?: boolean },
): Promise<CrmCompany> {
  const where = `c.owner_id = $1 AND c.id = $2${lock ? " FOR NO KEY UPDATE OF c" : ""}`;
  const [company] = await selectCompanies(em, where, [ownerId, companyId]);
  if (!company) throw companyNotFound();
  return company;
}

async function announce(
  em: EntityManager,
  ownerId: string,
  companyId: string,
  name: "created" | "updated",
): Promise<CrmCompany> {
  const company = await requireCompany(em, { ownerId, companyId });
  await emitEvent(em, companyEvent(name, ownerId, company));
  return company;
}

/** Writers of one domain wait for each other, so the index is never what refuses the second one. */
async function requireFreeDomain(
  em: EntityManager,
  ownerId: string,
  { domain, ownId }: { domain: string | null; ownId: string | null },
): Promise<void> {
  if (domain === null) return;
  const lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
  await executeSql(em, lock, [`crm-company ${ownerId} ${domain}`]);
  const [other] = await selectCompanies(em, "c.owner_id = $1 AND c.domain = $2", [ownerId, domain]);
  if (other && other.companyId !== ownId) throw companyExists(other.companyId);
}

function readDomain(text: string | null): string | null {
  if (text === null) return null;
  const domain = foldDomain(text);
  if (domain !== null) return domain;
  const message = "must be an Internet domain, for example acme.example";
  throw validationError([{ path: "domain", message, rule: "domain" }]);
}
