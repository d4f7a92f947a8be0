import type { Stripe } from "stripe";
import { readCurrency } from "../amount-bounds.ts";
import type { Params } from "../params.ts";
import type { Processor, ProcessorRoutes } from "../processor-context.ts";
import { badRequest, noSuch } from "../processor-error.ts";
import { newObjectId } from "../stored-objects.ts";
import { taxesAt, type SimulatedTax } from "./tax-places.ts";

type LineTax = Stripe.Tax.CalculationLineItem.TaxBreakdown;

/** Product tax codes that the stand-in knows. The first is that of products that are not taxed anywhere. */
const untaxedCode = "txcd_00000000";
const taxCodes = [untaxedCode, "txcd_10000000", "txcd_20030000", "txcd_99999999"];

const lifetimeSeconds = 90 * 24 * 3600;

/**
 * `POST /v1/tax/calculations`, SIMULATED: rates of the few places of `tax-places.ts`, in an answer of the published form. It is
 * not stored. An account that takes no payments has not activated Stripe Tax either.
 */
export const taxRoutes: ProcessorRoutes = (scope, processor) => {
  scope.post("/v1/tax/calculations", ({ input }) => calculate(processor, input));
};

function calculate(processor: Processor, input: Params): Stripe.Tax.Calculation {
  input.allow("currency", "customer_details", "line_items");
  const currency = readCurrency(input);
  const customer = readCustomer(input.hash("customer_details"));
  const { address, taxability_override: override } = customer;
  refuseInactive(processor);
  const place = { country: address!.country!, state: address!.state, postalCode: address!.postal_code };
  const taxes = taxesAt(place);
  if (taxes === null) {
    const message =
      "We could not determine the customer's tax location based on the provided customer address.";
    throw badRequest(message, "customer_details[address]", "customer_tax_location_invalid");
  }
  const sent = input.hashes("line_items");
  if (sent.length === 0)
    throw badRequest("Missing required param: line_items.", "line_items", "parameter_missing");
  const id = newObjectId("taxcalc");
  const lines = sent.map((line, index) => lineItem(line, { index, taxes, override, place }));
  const now = processor.clock.seconds();
  const taxOf = (behavior: string) =>
    sumOf(lines.map((line) => (line.tax_behavior === behavior ? line.amount_tax : 0)));
  return {
    id,
    object: "tax.calculation",
    amount_total: sumOf(lines.map(({ amount }) => amount)) + taxOf("exclusive"),
    currency,
    customer: null,
    customer_details: customer,
    expires_at: now + lifetimeSeconds,
    ...expandedLines(id, lines, input.strings("expand")),
    livemode: false,
    ship_from_details: null,
    shipping_cost: null,
    tax_amount_exclusive: taxOf("exclusive"),
    tax_amount_inclusive: taxOf("inclusive"),
    tax_breakdown: lines.flatMap((line) =>
      line.tax_breakdown!.map((part) => summed(part, line.tax_behavior === "inclusive")),
    ),
    tax_date: now,
  };
}

function readCustomer(details: Params): Stripe.Tax.Calculation.CustomerDetails {
  details.allow("address", "address_source", "taxability_override");
  const sent = details.hash("address");
  sent.allow("city", "country", "line1", "line2", "postal_code", "state");
  return {
    address: {
      city: sent.string("city"),
      country: sent.requiredString("country"),
      line1: sent.string("line1"),
      line2: sent.string("line2"),
      postal_code: sent.string("postal_code"),
      state: sent.string("state"),
    },
    address_source: details.oneOf("address_source", ["billing", "shipping"]),
    ip_address: null,
    tax_ids: [],
    taxability_override:
      details.oneOf("taxability_override", ["customer_exempt", "none", "reverse_charge"]) ?? "none",
  };
}

function refuseInactive({ state }: Processor): void {
  const { account } = state;
  if (account === null || state.within(null, () => state.require("account", account).charges_enabled)) return;
  throw badRequest("Stripe Tax has not been activated on your account.", undefined, "stripe_tax_inactive");
}

/** The lines, and the taxes of each, as far as the request asks for them. */
function expandedLines(
  id: string,
  lines: readonly Stripe.Tax.CalculationLineItem[],
  expand: readonly string[],
): Pick<Stripe.Tax.Calculation, "line_items"> {
  const wants = (path: string) => expand.some((one) => one === path || one.startsWith(`${path}.`));
  if (!wants("line_items")) return {};
  const data = lines.map(({ tax_breakdown, ...line }) =>
    wants("line_items.data.tax_breakdown") ? { ...line, tax_breakdown: tax_breakdown! } : line,
  );
  const url = `/v1/tax/calculations/${id}/line_items`;
  return { line_items: { object: "list", data, has_more: false, url } };
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

interface Sale {
  index: number;
  taxes: readonly SimulatedTax[];
  override: string;
  place: { country: string; state: string | null };
}

function lineItem(line: Params, sale: Sale): Stripe.Tax.CalculationLineItem {
  line.allow("amount", "quantity", "reference", "tax_behavior", "tax_code");
  const amount = line.requiredInteger("amount", { min: 0, max: 99_999_999_999 });
  const tax_behavior = line.oneOf("tax_behavior", ["exclusive", "inclusive"]) ?? "exclusive";
  const tax_code = line.string("tax_code") ?? "txcd_10000000";
  if (!taxCodes.includes(tax_code)) throw noSuch("tax code", tax_code, line.nameOf("tax_code"), 400);
  const reason =
    tax_code === untaxedCode ? "product_exempt" : sale.override === "none" ? null : sale.override;
  const tax_breakdown = breakdown(amount, { ...sale, reason, isInclusive: tax_behavior === "inclusive" });
  return {
    id: newObjectId("tax_li"),
    object: "tax.calculation_line_item",
    amount,
    amount_tax: sumOf(tax_breakdown.map((part) => part.amount)),
    livemode: false,
    metadata: null,
    performance_location: null,
    product: null,
    quantity: line.integer("quantity", { min: 1 }) ?? 1,
    reference: line.string("reference") ?? `L${sale.index + 1}`,
    tax_behavior,
    tax_breakdown,
    tax_code,
  };
}

/** The taxes of an amount; one part without a rate where nobody collects any. */
function breakdown(
  amount: number,
  { taxes, place, reason, isInclusive }: Sale & { reason: string | null; isInclusive: boolean },
): LineTax[] {
  const where = { country: place.country, state: place.state };
  if (taxes.length === 0)
    return [
      {
        amount: 0,
        jurisdiction: { ...where, display_name: place.state ?? place.country, level: "country" },
        sourcing: "destination",
        tax_rate_details: null,
        taxability_reason: "not_collecting",
        taxable_amount: 0,
      },
    ];
  const whole = sumOf(taxes.map(({ rate }) => rate));
  const net = isInclusive ? Math.round((amount * 1_000_000) / (1_000_000 + whole)) : amount;
  const taxable = reason === null ? net : 0;
  const parts = taxes.map(({ rate }) => Math.round((taxable * rate) / 1_000_000));
  // What an inclusive amount has besides its net is tax to the last cent.
  if (isInclusive && reason === null) {
    parts[parts.length - 1] = amount - net - sumOf(parts.slice(0, -1));
  }
  return taxes.map(({ name, type, rate, jurisdiction, level }, index) => ({
    amount: parts[index]!,
    jurisdiction: {
      country: place.country,
      state: level === "country" ? null : place.state,
      display_name: jurisdiction,
      level,
    },
    sourcing: "destination",
    tax_rate_details: {
      display_name: name,
      percentage_decimal: decimal(reason === null ? rate : 0),
      tax_type: type,
    },
    taxability_reason: reason ?? "standard_rated",
    taxable_amount: taxable,
  }));
}

function summed(part: LineTax, inclusive: boolean): Stripe.Tax.Calculation.TaxBreakdown {
  const { amount, taxability_reason, taxable_amount, jurisdiction, tax_rate_details: rate } = part;
  return {
    amount,
    inclusive,
    tax_rate_details: {
      country: jurisdiction.country,
      flat_amount: null,
      percentage_decimal: rate?.percentage_decimal ?? "0.0",
      rate_type: rate === null ? null : "percentage",
      state: jurisdiction.state,
      tax_type: rate?.tax_type ?? null,
    },
    taxability_reason,
    taxable_amount,
  };
}

/** Such as `20.0` and `9.975`. */
function decimal(rate: number): string {
  return rate % 10_000 === 0 ? (rate / 10_000).toFixed(1) : String(rate / 10_000);
}
