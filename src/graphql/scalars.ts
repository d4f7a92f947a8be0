import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from "graphql";
import { GraphQLDateTimeISO, GraphQLJSONObject, GraphQLLocalDate } from "graphql-scalars";
import { toMajor, toMinor } from "../money.ts";

/** A moment: ISO 8601 in UTC with milliseconds and `Z`. */
export const DateTimeScalar = new GraphQLScalarType({
  ...GraphQLDateTimeISO.toConfig(),
  name: "DateTime",
  description: "A moment, ISO 8601 in UTC with milliseconds and Z.",
  specifiedByURL: null,
});

const localDate = GraphQLLocalDate.toConfig();

/** A calendar date without a zone, `YYYY-MM-DD`, of the years 1 to 9999: a year 0 is none of PostgreSQL's. */
export const DateScalar = new GraphQLScalarType({
  ...localDate,
  name: "Date",
  description: "A calendar date, YYYY-MM-DD.",
  specifiedByURL: null,
  parseValue: (value) => notOfYearZero(localDate.parseValue(value)),
  parseLiteral: (node, variables) => notOfYearZero(localDate.parseLiteral(node, variables)),
});

/** An open JSON object. */
export const JSONObjectScalar = new GraphQLScalarType({
  ...GraphQLJSONObject.toConfig(),
  name: "JSONObject",
  description: "An open JSON object.",
  specifiedByURL: null,
});

/** Credits: a number with at most 2 decimals outside, integer hundredths inside. A third decimal is refused. */
export const CreditsScalar = new GraphQLScalarType<number, number>({
  name: "Credits",
  description: "An amount of credits: a number with at most 2 decimals.",
  serialize: (value) => toMajor(value as number, 2),
  parseValue: (value) => toMinor(numberOf(value, "Credits"), 2),
  parseLiteral: (node) => toMinor(numberOf(literalNumber(node), "Credits"), 2),
});

/** US dollars: a number with at most 2 decimals outside, integer cents inside. A third decimal is refused. */
export const UsDollarsScalar = new GraphQLScalarType<number, number>({
  name: "UsDollars",
  description: "An amount of US dollars: a number with at most 2 decimals.",
  serialize: (value) => toMajor(value as number, 2),
  parseValue: (value) => toMinor(numberOf(value, "UsDollars"), 2),
  parseLiteral: (node) => toMinor(numberOf(literalNumber(node), "UsDollars"), 2),
});

/** Money in major units of its currency. The service knows the currency and refuses surplus decimals. */
export const MoneyScalar = new GraphQLScalarType<number, number>({
  name: "Money",
  description:
    "An amount of money in major units of its currency, with no more decimals than the currency has.",
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

function notOfYearZero(date: string): string {
  if (!date.startsWith("0000")) return date;
  throw new GraphQLError("A date has a year from 1 to 9999.");
}

function numberOf(value: unknown, scalar: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new GraphQLError(`${scalar} must be a number.`);
}

function literalNumber(node: ValueNode): number | null {
  return node.kind === Kind.INT || node.kind === Kind.FLOAT ? Number(node.value) : null;
}
