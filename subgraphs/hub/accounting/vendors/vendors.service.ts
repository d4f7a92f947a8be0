import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor } from "../../../../src/money.ts";
import { searchPatterns } from "../../crm/search-patterns.ts";
import type { HubContext } from "../../hub.context.ts";
import { formsOfVendors } from "../../tax/forms/vendor-forms.rows.ts";
import { form1099Threshold } from "./form-1099.ts";
import { paymentsOfVendors } from "./vendor-payments.rows.ts";
import { requireVendor, vendorTable, type VendorRow } from "./vendor.rows.ts";
import type {
  CreateVendorInput,
  UpdateVendorInput,
  Vendor,
  Vendor1099Args,
  Vendor1099Page,
  VendorPage,
  VendorsArgs,
} from "./vendor.types.ts";

const table = "accounting_vendors";

/** Adds a vendor. Idempotent by the key. */
export function createVendor(ctx: HubContext, input: CreateVendorInput): Promise<Vendor> {
  return exactlyOnce(ctx, { operation: "createVendor", input }, async (em) => {
    const at = ctx.clock.now().toISOString();
    const row: VendorRow = {
      id: newId("ven"),
      ownerId: ctx.principal.ownerId ?? "",
      name: input.name.trim(),
      email: input.email ?? null,
      form1099Box: input.form1099Box ?? null,
      archivedAt: null,
      createdAt: at,
      updatedAt: at,
    };
    await vendorTable.insertAll(em, table, [row]);
    return presentVendor(row);
  });
}

/** Changes the given fields. Throws NOT_FOUND. Idempotent by the key. */
export function updateVendor(ctx: HubContext, input: UpdateVendorInput): Promise<Vendor> {
  return exactlyOnce(ctx, { operation: "updateVendor", input }, async (em) => {
    const before = await requireVendor(em, ctx, { id: input.vendorId, lock: true });
    const at = ctx.clock.now().toISOString();
    const changes: Partial<VendorRow> = { updatedAt: at };
    if (input.name) changes.name = input.name.trim();
    if (input.email !== undefined) changes.email = input.email;
    if (input.form1099Box !== undefined) changes.form1099Box = input.form1099Box;
    if (input.archived === true) changes.archivedAt = before.archivedAt ?? at;
    if (input.archived === false) changes.archivedAt = null;
    await vendorTable.updateRow(em, table, before.id, changes);
    return presentVendor({ ...before, ...changes });
  });
}

/** One vendor. Throws NOT_FOUND. */
export function readVendor(ctx: HubContext, vendorId: string): Promise<Vendor> {
  const read = async (em: EntityManager) => presentVendor(await requireVendor(em, ctx, { id: vendorId }));
  return inTransaction(ctx, read, { readOnly: true });
}

/** The account's vendors, newest first. Throws INVALID_CURSOR. */
export function listVendors(ctx: HubContext, args: VendorsArgs): Promise<VendorPage> {
  const { query = null, archived, limit, cursor } = args;
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await vendorTable.pageRows(em, ctx, table, {
      where:
        "($2 OR t.archived_at IS NULL) AND ($3::text[] IS NULL OR lower(t.name || ' ' || coalesce(t.email, '')) LIKE ALL ($3))",
      values: [archived, searchPatterns(query)],
      list: ["vendors", query, archived],
      limit,
      after: cursor,
    });
    return { vendors: rows.map(presentVendor), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * What vendors with a mark for Form 1099 were paid in a calendar year, in US dollars. Payments by credit card are apart:
 * the processor reports them on Form 1099-K (Treas. Reg. 1.6041-1(a)(1)(iv)). Throws INVALID_CURSOR.
 */
export function listVendor1099Totals(ctx: HubContext, args: Vendor1099Args): Promise<Vendor1099Page> {
  const { year, limit, cursor } = args;
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await vendorTable.pageRows(em, ctx, table, {
      where: "t.form1099_box IS NOT NULL",
      values: [],
      list: ["vendors for form 1099", year],
      limit,
      after: cursor,
    });
    const vendorIds = rows.map(({ id }) => id);
    const sums = await paymentsOfVendors(em, ctx, { year, vendorIds });
    const ownerId = ctx.principal.ownerId ?? "";
    const forms = await formsOfVendors(em, { ownerId, year, vendorIds });
    const formOf = new Map(forms.map((form) => [form.vendorId, form]));
    const byVendor = new Map(sums.map((sum) => [sum.id, sum]));
    const vendors = rows.map(({ id, name, form1099Box }) => {
      const { paid, byCard } = byVendor.get(id) ?? { paid: 0, byCard: 0 };
      const threshold = form1099Threshold(form1099Box!, year);
      return {
        vendorId: id,
        name,
        form1099Box: form1099Box!,
        paid: toMajor(paid, 2),
        paidByCard: toMajor(byCard, 2),
        threshold: toMajor(threshold, 2),
        required: paid >= threshold,
        formId: formOf.get(id)?.formId ?? null,
        formStatus: formOf.get(id)?.status ?? null,
        reported: formOf.has(id) ? toMajor(formOf.get(id)!.reportedCents, 2) : null,
      };
    });
    return { vendors, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function presentVendor(row: VendorRow): Vendor {
  const { id, name, email, form1099Box, archivedAt, createdAt, updatedAt } = row;
  return {
    id,
    name,
    email,
    form1099Box,
    archived: archivedAt !== null,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
}
