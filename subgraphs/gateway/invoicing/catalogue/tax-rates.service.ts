import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { rateOfPercent } from "../invoices/invoice-arithmetic.ts";
import { settingsNow } from "../invoices/invoicing-settings.service.ts";
import type { InvoicingSettings } from "../invoices/invoicing-settings.types.ts";
import type * as types from "./catalogue.types.ts";
import { TaxRateEntity } from "./tax-rate.entity.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** Adds a tax rate. Throws AMOUNT_PRECISION for a fifth decimal. */
export function createTaxRate(
  ctx: InvoicingContext,
  input: types.CreateTaxRateInput,
): Promise<types.TaxRate> {
  const rate = rateOfPercent(input.ratePercent);
  return exactlyOnce(ctx, { operation: "createTaxRate", input }, async (em) => {
    const now = ctx.clock.now();
    const row = Object.assign(new TaxRateEntity(), {
      id: newId("txr"),
      ownerId: ownerOf(ctx),
      name: input.name,
      rate,
      region: input.region ?? null,
      status: "active",
      isDefault: false,
      createdAt: now,
      updatedAt: now,
    } satisfies TaxRateEntity);
    em.persist(row);
    return presentTaxRate(row);
  });
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

/** Renames a tax rate; its percentage never changes. Throws NOT_FOUND. */
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

function presentTaxRate({
  id,
  name,
  rate,
  region,
  isDefault,
  status,
  createdAt,
}: TaxRateEntity): types.TaxRate {
  return { id, name, ratePercent: toMajor(rate, 4), region, isDefault, status, createdAt };
}
