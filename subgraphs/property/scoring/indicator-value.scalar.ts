import { GraphQLError, GraphQLScalarType } from "graphql";

/** The raw value of an indicator: a number, a status word, or a count out of a count, such as 2 of 3 years. */
export const IndicatorValueScalar = new GraphQLScalarType({
  name: "IndicatorValue",
  description: "A number, a status word, or a pair such as [checks passed, checks made].",
  parseValue: () => {
    throw new GraphQLError("IndicatorValue is never an input.");
  },
});
