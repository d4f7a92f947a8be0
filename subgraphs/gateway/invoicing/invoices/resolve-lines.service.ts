import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { currencyDecimals, parseCurrency } from "../../../../src/currency.ts";
import { DomainError, validationError, type FieldFault } from "../../../../src/errors.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoiceLineInput } from "./invoice-line.types.ts";
import type { LineTax, TaxCategoryName } from "../taxes/line-taxes.ts";
import { pathInItems, type LinePath, type PriceableItem } from "./read-invoice-input.ts";

/** Account and client settings for resolving lines. */
export interface LineSettings {
  ownerId: string;
  currency: string;
  /** Tax rate of the invoice in percent; takes precedence over an item's rate. */
  taxRate: number | null;
  /** True when the client is tax-exempt. */
  isTaxExempt: boolean;
}

interface CatalogueRow {
  id: string;
  name: string;
  description: string | null;
  unitPriceMinor: number;
  currency: string;
  taxRateId: string | null;
}

interface RateRow {
  id: string;
  rate: number;
  isDefault: boolean;
  isCompound: boolean;
  isInclusive: boolean;
  isWithheld: boolean;
  category: TaxCategoryName;
  exemptionReason: string | null;
}

/**
 * Resolves catalogue items and tax-rate IDs of lines. An item fills in missing values. Tax rate precedence: the line's
 * own, the invoice's, the item's, the account's default. Throws NOT_FOUND for an unknown ID, VALIDATION_ERROR for a line
 * without a description or an item priced in another currency.
 */
export async function resolveLines(
  em: EntityManager,
  lines: readonly InvoiceLineInput[],
  settings: LineSettings,
  pathOf: LinePath = pathInItems,
): Promise<PriceableItem[]> {
  const items = await readItems(em, settings.ownerId, lines);
  const rates = await readRates(em, settings.ownerId);
  const faults: FieldFault[] = [];
  const resolved = lines.map((line, index): PriceableItem => {
    const item = line.itemId ? found(items.get(line.itemId), "item") : null;
    const path = pathOf(index);
    const text = line.description ?? item?.description ?? item?.name;
    if (text === undefined)
      faults.push({
        path: `${path}description`,
        message: "is required unless itemId is given",
        rule: "required",
      });
    const price = item && needsPrice(line) ? priceOf(item, settings.currency, path, faults) : null;
    const own = ownTaxes(line, { item, rates, settings });
    return {
      description: text ?? "",
      amount: line.amount ?? null,
      quantity: line.quantity ?? (price === null ? null : 1),
      unitPrice: line.unitPrice ?? price,
      discount: line.discount ?? null,
      itemId: item?.id ?? null,
      ...(own ? { taxes: own } : {}),
    };
  });
  if (faults.length > 0) throw validationError(faults);
  return resolved;
}

const needsPrice = ({ amount, unitPrice }: InvoiceLineInput) =>
  (amount ?? null) === null && (unitPrice ?? null) === null;

function priceOf(item: CatalogueRow, currency: string, path: string, faults: FieldFault[]): number | null {
  if (item.currency === currency) return toMajor(item.unitPriceMinor, currencyDecimals(currency));
  const message = `has its price in ${item.currency}; add a unitPrice in ${currency}`;
  faults.push({ path: `${path}itemId`, message, rule: "currency" });
  return null;
}

/** Taxes of a line, each once; null when the invoice's rate applies. */
function ownTaxes(
  line: InvoiceLineInput,
  from: { item: CatalogueRow | null; rates: readonly RateRow[]; settings: LineSettings },
): LineTax[] | null {
  const { item, rates, settings } = from;
  const taxOf = (id: string) =>
    lineTax(
      found(
        rates.find((one) => one.id === id),
        "tax rate",
      ),
    );
  const named = line.taxRateIds && [...new Set(line.taxRateIds)].map(taxOf);
  if (settings.isTaxExempt) return [];
  if (named) return named.filter(({ rate }, index) => named.findIndex((one) => one.rate === rate) === index);
  if (settings.taxRate !== null) return null;
  // The default applies to an item whose rate was archived.
  const ofItem = rates.find(({ id }) => id === item?.taxRateId);
  if (ofItem) return [lineTax(ofItem)];
  const usual = rates.find((one) => one.isDefault);
  return usual ? [lineTax(usual)] : null;
}

/** A tax rate as a line keeps it: a withheld one is below zero. */
function lineTax(row: RateRow): LineTax {
  const { id: taxRateId, isCompound, isInclusive, category, exemptionReason: reason } = row;
  const rate = row.isWithheld ? -row.rate : row.rate;
  return { taxRateId, rate, isCompound, isInclusive, category, reason };
}

async function readItems(
  em: EntityManager,
  ownerId: string,
  lines: readonly InvoiceLineInput[],
): Promise<Map<string, CatalogueRow>> {
  const ids = lines.flatMap(({ itemId }) => itemId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await executeSql<CatalogueRow>(
    em,
    `SELECT id, name, description, unit_price_minor::float8 AS "unitPriceMinor", currency, tax_rate_id AS "taxRateId"
     FROM catalogue_items WHERE owner_id = $1 AND id = ANY ($2)`,
    [ownerId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function readRates(em: EntityManager, ownerId: string): Promise<RateRow[]> {
  return executeSql<RateRow>(
    em,
    `SELECT id, rate, is_default AS "isDefault", is_compound AS "isCompound", is_inclusive AS "isInclusive",
       is_withheld AS "isWithheld", category, exemption_reason AS "exemptionReason"
     FROM tax_rates WHERE owner_id = $1 AND status = 'active'`,
    [ownerId],
  );
}

function found<T>(row: T | undefined, what: "item" | "tax rate"): T {
  if (row !== undefined) return row;
  throw new DomainError("NOT_FOUND", `${what === "item" ? "Item" : "Tax rate"} not found. Check the ID.`);
}

/** Currency of a new document: the given one, else the client's, else USD. */
export function documentCurrency(
  named: string | null | undefined,
  client: string | null | undefined,
): string {
  return parseCurrency(named ?? client ?? "USD");
}
