import { LockMode, type FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { sqlState } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { readPage } from "../../base/read-page.service.ts";
import { CatalogueItemEntity } from "./catalogue-item.entity.ts";
import type * as types from "./catalogue.types.ts";
import { TaxRateEntity } from "./tax-rate.entity.ts";
import { notFound, versionConflict } from "../../base/gateway.errors.ts";

/** Adds an item. Throws AMOUNT_PRECISION, NOT_FOUND for the tax rate, and DUPLICATE for an SKU that is in use. */
export function createItem(
  ctx: InvoicingContext,
  input: types.CreateItemInput,
): Promise<types.CatalogueItem> {
  const currency = input.currency ?? "USD";
  const unitPriceMinor = toMinor(input.unitPrice, currencyDecimals(currency));
  return exactlyOnce(ctx, { operation: "createItem", input }, async (em) => {
    const now = ctx.clock.now();
    await requireTaxRate(em, ctx, input.taxRateId);
    const row = Object.assign(new CatalogueItemEntity(), {
      id: newId("itm"),
      ownerId: ownerOf(ctx),
      name: input.name,
      description: input.description ?? null,
      unitPriceMinor,
      currency,
      unit: input.unit ?? null,
      sku: input.sku ?? null,
      taxRateId: input.taxRateId ?? null,
      status: "active",
      version: 1,
      createdAt: now,
      updatedAt: now,
    } satisfies CatalogueItemEntity);
    em.persist(row);
    await flushUnique(em);
    return presentItem(row);
  });
}

/** Changes an item. Throws NOT_FOUND, VERSION_CONFLICT, AMOUNT_PRECISION and DUPLICATE. */
export function updateItem(
  ctx: InvoicingContext,
  input: types.UpdateItemInput,
): Promise<types.CatalogueItem> {
  return exactlyOnce(ctx, { operation: "updateItem", input }, async (em) => {
    const row = await lockItem(em, ctx, input.itemId);
    if (typeof input.version === "number" && input.version !== row.version)
      throw versionConflict(row.version);
    await requireTaxRate(em, ctx, input.taxRateId);
    const { name, unitPrice, status, description, unit, sku, taxRateId } = input;
    if (name) row.name = name;
    if (status) row.status = status;
    if (typeof unitPrice === "number")
      row.unitPriceMinor = toMinor(unitPrice, currencyDecimals(row.currency));
    const details = Object.entries({ description, unit, sku, taxRateId });
    Object.assign(row, Object.fromEntries(details.filter(([, value]) => value !== undefined)));
    row.version += 1;
    row.updatedAt = ctx.clock.now();
    await flushUnique(em);
    return presentItem(row);
  });
}

/** Hides an item from lists; lines keep it. Throws NOT_FOUND. Archiving an archived item changes nothing. */
export function archiveItem(ctx: InvoicingContext, input: types.ItemIdInput): Promise<types.CatalogueItem> {
  return setStatus(ctx, "archiveItem", input, "archived");
}

/** Restores an archived item. Throws NOT_FOUND, and DUPLICATE when another item uses its SKU now. */
export function restoreItem(ctx: InvoicingContext, input: types.ItemIdInput): Promise<types.CatalogueItem> {
  return setStatus(ctx, "restoreItem", input, "active");
}

function setStatus(
  ctx: InvoicingContext,
  operation: string,
  input: types.ItemIdInput,
  status: CatalogueItemEntity["status"],
): Promise<types.CatalogueItem> {
  return exactlyOnce(ctx, { operation, input }, async (em) => {
    const row = await lockItem(em, ctx, input.itemId);
    if (row.status === status) return presentItem(row);
    row.status = status;
    row.version += 1;
    row.updatedAt = ctx.clock.now();
    await flushUnique(em);
    return presentItem(row);
  });
}

async function lockItem(em: EntityManager, ctx: InvoicingContext, id: string): Promise<CatalogueItemEntity> {
  const where = { id, ownerId: ownerOf(ctx) };
  const row = await em.findOne(CatalogueItemEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!row) throw notFound("item");
  return row;
}

/** One of the caller's items by ID or SKU; of several archived ones with this SKU the newest. Throws NOT_FOUND. */
export function readItem(ctx: InvoicingContext, idOrSku: string): Promise<types.CatalogueItem> {
  const ownerId = ownerOf(ctx);
  const read = async (em: EntityManager) => {
    const row =
      (await em.findOne(CatalogueItemEntity, { id: idOrSku, ownerId })) ??
      (await em.findOne(
        CatalogueItemEntity,
        { sku: idOrSku, ownerId },
        { orderBy: { status: "asc", createdAt: "desc", id: "desc" } },
      ));
    if (!row) throw notFound("item");
    return presentItem(row);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The caller's items, newest first. */
export function listItems(
  ctx: InvoicingContext,
  { limit, after, query, status }: types.CatalogueItemsArgs,
): Promise<types.CatalogueItemPage> {
  const read = async (em: EntityManager) => {
    const pattern = `${(query ?? "").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const filter = {
      ownerId: ownerOf(ctx),
      status: status ?? "active",
      ...(query ? { $or: [{ name: { $ilike: pattern } }, { sku: { $ilike: pattern } }] } : {}),
    } as FilterQuery<CatalogueItemEntity>;
    const list = ["items", query, status] as const;
    const { rows, ...page } = await readPage(em, ctx, CatalogueItemEntity, { filter, list, limit, after });
    return { items: rows.map(presentItem), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function requireTaxRate(em: EntityManager, ctx: InvoicingContext, id: string | null | undefined) {
  if (!id) return;
  const rate = await em.findOne(TaxRateEntity, { id, ownerId: ownerOf(ctx) });
  if (!rate) throw notFound("tax rate");
}

async function flushUnique(em: EntityManager): Promise<void> {
  try {
    await em.flush();
  } catch (error) {
    if (sqlState(error) !== "23505") throw error;
    throw new DomainError(
      "DUPLICATE",
      "Another item already uses this SKU. Choose another SKU.",
      {},
      { cause: error },
    );
  }
}

function presentItem(row: CatalogueItemEntity): types.CatalogueItem {
  const { id, name, description, unitPriceMinor, currency, unit, sku, taxRateId, status } = row;
  const unitPrice = toMajor(unitPriceMinor, currencyDecimals(currency));
  const { version, createdAt, updatedAt } = row;
  return {
    id,
    name,
    description,
    unitPrice,
    currency,
    unit,
    sku,
    taxRateId,
    status,
    version,
    createdAt,
    updatedAt,
  };
}
