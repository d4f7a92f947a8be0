import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from "graphql";
import { GraphQLDateTimeISO, GraphQLJSONObject, GraphQLLocalDate } from "graphql-scalars";
import { dateMessage, dateTimeMessage, isDateInput, isDateTimeInput } from "../time/date-input.ts";
import { toMajor, toMinor } from "../money.ts";

/** A moment: ISO 8601 in UTC with milliseconds and `Z`. Inputs are bounded as `date-input.ts` says. */
export const DateTimeScalar = new GraphQLScalarType({
  ...GraphQLDateTimeISO.toConfig(),
  name: "DateTime",
  description:
    "Date and time in UTC, ISO 8601 with milliseconds: 2026-03-01T09:30:00.000Z. Inputs may carry another offset.",
  specifiedByURL: null,
  parseValue: (value) => momentOf(value instanceof Date ? isoOf(value) : value),
  parseLiteral: (node) => momentOf(literalText(node)),
});

/** A calendar date without a zone, `YYYY-MM-DD`. Inputs are bounded as `date-input.ts` says. */
export const DateScalar = new GraphQLScalarType({
  ...GraphQLLocalDate.toConfig(),
  name: "Date",
  description: "Calendar date without a time zone: YYYY-MM-DD.",
  specifiedByURL: null,
  parseValue: (value) => dateOf(value),
  parseLiteral: (node) => dateOf(literalText(node)),
});

/** An open JSON object. */
export const JSONObjectScalar = new GraphQLScalarType({
  ...GraphQLJSONObject.toConfig(),
  name: "JSONObject",
  description: "JSON object with any fields.",
  specifiedByURL: null,
});

/** Credits: a number with at most 2 decimals outside, integer hundredths inside. A third decimal is refused. */
export const CreditsScalar = new GraphQLScalarType<number, number>({
  name: "Credits",
  description: "Amount of credits: a number with at most 2 decimals.",
  serialize: (value) => toMajor(value as number, 2),
  parseValue: (value) => toMinor(numberOf(value, "Credits"), 2),
  parseLiteral: (node) => toMinor(numberOf(literalNumber(node), "Credits"), 2),
});

/** US dollars: a number with at most 2 decimals outside, integer cents inside. A third decimal is refused. */
export const UsDollarsScalar = new GraphQLScalarType<number, number>({
  name: "UsDollars",
  description: "Amount in US dollars: a number with at most 2 decimals.",
  serialize: (value) => toMajor(value as number, 2),
  parseValue: (value) => toMinor(numberOf(value, "UsDollars"), 2),
  parseLiteral: (node) => toMinor(numberOf(literalNumber(node), "UsDollars"), 2),
});

/** Money in major units of its currency. The service knows the currency and refuses surplus decimals. */
export const MoneyScalar = new GraphQLScalarType<number, number>({
  name: "Money",
  description:
    "Amount of money in major units of its currency: 12.50, not 1250. It has no more decimals than the currency.",
  serialize: (value) => numberOf(value, "Money"),
  parseValue: (value) => numberOf(value, "Money"),
  parseLiteral: (node) => numberOf(literalNumber(node), "Money"),
});

export const scalars = [
  { type: Date, scalar: DateTimeScalar },
  { type: DateScalar, scalar: DateScalar },
  { type: JSONObjectScalar, scalar: JSONObjectScalar },
  { type: CreditsScalar, scalar: CreditsScalar },
  { type: MoneyScalar, scalar: MoneyScalar },
];

/** Errors of these scalars never quote the value: they end up in logs and answers. */
function momentOf(value: unknown): Date {
  if (typeof value === "string" && isDateTimeInput(value)) return new Date(value.toUpperCase());
  throw new GraphQLError(`A DateTime ${dateTimeMessage}.`);
}

function dateOf(value: unknown): string {
  if (typeof value === "string" && isDateInput(value)) return value;
  throw new GraphQLError(`A Date ${dateMessage}.`);
}

/** In-process callers may pass a Date unchanged. */
function isoOf(value: Date): string | null {
  return Number.isNaN(value.getTime()) ? null : value.toISOString();
}

function literalText(node: ValueNode): string | null {
  return node.kind === Kind.STRING ? node.value : null;
}

function numberOf(value: unknown, scalar: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new GraphQLError(`${scalar} must be a number.`);
}

function literalNumber(node: ValueNode): number | null {
  return node.kind === Kind.INT || node.kind === Kind.FLOAT ? Number(node.value) : null;
}
