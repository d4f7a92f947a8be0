import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isScalarType,
  type GraphQLArgument,
  type GraphQLInputType,
} from "graphql";

/** Replaces every value that is not shown. */
export const masked = "***";

/** Text fields that are shown: names that the platform defines, never text that a user wrote. */
const shownText = new Set(
  (
    "appId userId planId packageId priceId providerId operation currency status environment interval plan tier type " +
    "role scopes eventTypes events granularity format locale timezone mode reason jobId queue"
  ).split(" "),
);

/** Scalars that cannot carry user text. */
const shownScalars = new Set([
  "Boolean",
  "Int",
  "Float",
  "Credits",
  "Money",
  "UsDollars",
  "Date",
  "DateTime",
]);

const maxItems = 20;

/**
 * A request's input as its audit row shows it: numbers, booleans, times, enum values, ids in the platform's own
 * format, and a few named fields. All other text and every open object is masked, so that no token, key, tax
 * number, name or message gets in. A new field is masked until it is listed.
 */
export function maskInput(
  args: readonly GraphQLArgument[],
  values: Record<string, unknown>,
): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const { name, type } of args) {
    if (values[name] === undefined) continue;
    const value = maskValue(name, getNullableType<GraphQLInputType>(type), values[name]);
    // The one `input` of a mutation is no level of its own.
    if (name === "input" && typeof value === "object") Object.assign(shown, value);
    else shown[name] = value;
  }
  return shown;
}

function maskValue(name: string, type: GraphQLInputType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (isListType(type)) {
    const items = Array.isArray(value) ? value : [value];
    const itemType = getNullableType<GraphQLInputType>(type.ofType);
    return items.slice(0, maxItems).map((item) => maskValue(name, itemType, item));
  }
  if (isInputObjectType(type)) return maskInput(fieldsOf(type), value as Record<string, unknown>);
  if (isEnumType(type)) return type.serialize(value);
  if (isScalarType(type) && shownScalars.has(type.name)) return type.serialize(value);
  return typeof value === "string" ? maskText(name, value) : masked;
}

const fields = new WeakMap<object, GraphQLArgument[]>();

function fieldsOf(type: { getFields(): Record<string, unknown> }): GraphQLArgument[] {
  let known = fields.get(type);
  if (!known) fields.set(type, (known = Object.values(type.getFields()) as GraphQLArgument[]));
  return known;
}

function maskText(name: string, text: string): string {
  if (/^[a-z]{2,8}_[0-9a-hjkmnp-tv-z]{26}$/.test(text)) return text;
  const isPlain = shownText.has(name) && /^[A-Za-z0-9][A-Za-z0-9._:*/-]{0,63}$/.test(text);
  return isPlain && !looksSecret(text) ? text : masked;
}

/** The text with all that may be the nine digits of a tax number masked: names and literals come back in refusals. */
export function withoutTaxNumbers(text: string): string {
  return text.replaceAll(/\d{3}-\d{2}-\d{4}|\d{2}-\d{7}|\d{9,}/g, masked);
}

/** Text that may be a key, a signed token, a webhook secret, or the nine digits of a tax number. */
export function looksSecret(text: string): boolean {
  return /(?:hub(?:sa)?_(?:live|test)|whsec|sk|rk|pk)_[A-Za-z0-9]|eyJ[\w-]{8}|\d{3}-?\d{2}-?\d{4}|\d{9}/.test(
    text,
  );
}
