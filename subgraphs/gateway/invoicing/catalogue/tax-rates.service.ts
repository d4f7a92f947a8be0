import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError, type FieldFault } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { rateOfPercent } from "../invoices/invoice-arithmetic.ts";
import { settingsNow } from "../invoices/invoicing-settings.service.ts";
import type { InvoicingSettings } from "../invoices/invoicing-settings.types.ts";
import type * as types from "./tax-rates.types.ts";
import { TaxRateEntity } from "./tax-rate.entity.ts";
import { notFound } from "../../base/gateway.errors.ts";

/**
 * Adds a tax rate. Throws AMOUNT_PRECISION for a fifth decimal, and VALIDATION_ERROR for a category that does not fit the
 * rate, or a withheld tax that is in the price, compound or not taxed.
 */
export function createTaxRate(
  ctx: InvoicingContext,
  input: types.CreateTaxRateInput,
): Promise<types.TaxRate> {
  const rate = rateOfPercent(input.ratePercent);
  const category = input.category ?? (rate === 0 ? "zero" : "standard");
  const faults = treatmentFaults(input, rate, category);
  if (faults.length > 0) throw validationError(faults);
  return exactlyOnce(ctx, { operation: "createTaxRate", input }, async (em) => {
    const now = ctx.clock.now();
    const row = Object.assign(new TaxRateEntity(), {
      id: newId("txr"),
      ownerId: ownerOf(ctx),
      name: input.name,
      rate,
      region: input.region ?? null,
      isCompound: input.compound ?? false,
      isInclusive: input.inclusive ?? false,
      isWithheld: input.withheld ?? false,
      category,
      exemptionReason: input.exemptionReason?.trim() || null,
      status: "active",
      isDefault: false,
      createdAt: now,
      updatedAt: now,
    } satisfies TaxRateEntity);
    em.persist(row);
    return presentTaxRate(row);
  });
}

function treatmentFaults(
  { inclusive, compound, withheld, exemptionReason }: types.CreateTaxRateInput,
  rate: number,
  category: types.TaxCategory,
): FieldFault[] {
  const faults: FieldFault[] = [];
  const add = (path: string, message: string, rule: string) => faults.push({ path, message, rule });
  if (category === "standard" && rate === 0) add("category", "needs a ratePercent above 0", "agreement");
  if (category !== "standard" && rate > 0) add("category", "needs a ratePercent of 0", "agreement");
  if (withheld && rate === 0) add("withheld", "needs a ratePercent above 0", "agreement");
  if (withheld && inclusive) add("inclusive", "cannot be combined with withheld", "exclusive");
  if (withheld && compound) add("compound", "cannot be combined with withheld", "exclusive");
  if (exemptionReason?.trim() && rate > 0) add("exemptionReason", "needs a ratePercent of 0", "agreement");
  return faults;
}

/** The caller's tax rates, oldest first. */
export function listTaxRates(ctx: InvoicingContext, args: types.TaxRatesArgs): Promise<types.TaxRateList> {
  return inTransaction(
    ctx,
    async (em) => {
      const where = { ownerId: ownerOf(ctx), status: args.status ?? "active" };
      const rows = await em.find(TaxRateEntity, where, { orderBy: { createdAt: "asc", id: "asc" } });
      return { taxRates: rows.map(presentTaxRate) };
    },
    { readOnly: true },
  );
}

/** Sets or clears the default tax rate of new lines. Throws NOT_FOUND. */
export function setDefaultTaxRate(
  ctx: InvoicingContext,
  input: types.SetDefaultTaxRateInput,
): Promise<InvoicingSettings> {
  return exactlyOnce(ctx, { operation: "setDefaultTaxRate", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const { taxRateId = null } = input;
    const wanted = taxRateId === null ? null : await em.findOne(TaxRateEntity, { id: taxRateId, ownerId });
    if (taxRateId !== null && wanted?.status !== "active") throw notFound("tax rate");
    await em.nativeUpdate(TaxRateEntity, { ownerId, isDefault: true }, { isDefault: false });
    if (wanted) await em.nativeUpdate(TaxRateEntity, { id: wanted.id }, { isDefault: true });
    return settingsNow(em, ownerId);
  });
}

/** Renames a tax rate; its percentage and treatment never change. Throws NOT_FOUND. */
export function updateTaxRate(
  ctx: InvoicingContext,
  input: types.UpdateTaxRateInput,
): Promise<types.TaxRate> {
  return exactlyOnce(ctx, { operation: "updateTaxRate", input }, async (em) => {
    const row = await lockTaxRate(em, ctx, input.taxRateId);
    Object.assign(row, { name: input.name, updatedAt: ctx.clock.now() });
    return presentTaxRate(row);
  });
}

/**
 * Archives a tax rate: new lines cannot use it, documents keep it, and it is no longer the default. Items with it use the
 * account's default. Throws NOT_FOUND. Archiving an archived rate changes nothing.
 */
export function archiveTaxRate(ctx: InvoicingContext, input: types.TaxRateIdInput): Promise<types.TaxRate> {
  return exactlyOnce(ctx, { operation: "archiveTaxRate", input }, async (em) => {
    const row = await lockTaxRate(em, ctx, input.taxRateId);
    if (row.status === "active")
      Object.assign(row, { status: "archived", isDefault: false, updatedAt: ctx.clock.now() });
    return presentTaxRate(row);
  });
}

async function lockTaxRate(em: EntityManager, ctx: InvoicingContext, id: string): Promise<TaxRateEntity> {
  const where = { id, ownerId: ownerOf(ctx) };
  const row = await em.findOne(TaxRateEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!row) throw notFound("tax rate");
  return row;
}

function presentTaxRate(row: TaxRateEntity): types.TaxRate {
  const { id, name, rate, region, category, exemptionReason, isDefault, status, createdAt } = row;
  const { isCompound: compound, isInclusive: inclusive, isWithheld: withheld } = row;
  const ratePercent = toMajor(rate, 4);
  const treatment = { compound, inclusive, withheld, category, exemptionReason };
  return { id, name, ratePercent, region, ...treatment, isDefault, status, createdAt };
}
