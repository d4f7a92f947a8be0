import { Matches, MaxLength } from "class-validator";
import { ArgsType, Field, Float, Int, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";

const METHOD_PART = /^(tables|none)$/;

@ArgsType()
export class ScoringMethodArgs {
  @Field(() => String)
  @MaxLength(40)
  version: string;

  @Field(() => String, { defaultValue: "tables", description: "tables or none." })
  @Matches(METHOD_PART)
  include: string;
}

@ObjectType({ description: "A published method. All of them stay callable." })
export class ScoringMethodSummary {
  @Field(() => String)
  version: string;
  @Field(() => String)
  referenceVersion: string;
  @Field(() => Boolean, { description: "Whether calls that name no method use it." })
  isCurrent: boolean;
}

@ObjectType()
export class ScoringMethods {
  @Field(() => [ScoringMethodSummary])
  methods: ScoringMethodSummary[];
}

@ObjectType()
export class MethodIndicator {
  @Field(() => String)
  indicator: string;
  @Field(() => Float, { description: "Share of the pillar, before inapplicable indicators leave." })
  weightInPillar: number;
  @Field(() => Float, { description: "Share of the overall score." })
  weight: number;
  @Field(() => String)
  unit: string;
  @Field(() => String, { description: "How the score is made from the value." })
  formula: string;
}

@ObjectType()
export class MethodPillar {
  @Field(() => String)
  pillar: string;
  @Field(() => Float)
  weight: number;
  @Field(() => [MethodIndicator])
  indicators: MethodIndicator[];
}

@ObjectType({
  description: "How a missing indicator is estimated from the anchor: 50 + slope (anchor - 50).",
})
export class MethodSubstitute {
  @Field(() => String)
  anchor: string;
  @Field(() => String)
  indicator: string;
  @Field(() => Float)
  slope: number;
  @Field(() => Float, { description: "The estimate's reliability is this share of the anchor's." })
  rSquared: number;
}

@ObjectType({ description: "What is certain about a value by its kind, 0 to 1." })
export class MethodReliability {
  @Field(() => String)
  kind: string;
  @Field(() => Float)
  reliability: number;
}

@ObjectType({ description: "Years after which a value counts half." })
export class MethodHalfLives {
  @Field(() => Float)
  disclosed: number;
  @Field(() => Float)
  county: number;
}

@ObjectType({ description: "Half the width of the interval is points x (1 - confidence)." })
export class MethodInterval {
  @Field(() => Float)
  points: number;
  @Field(() => Float)
  level: number;
}

@ObjectType({ description: "The frozen tables of a method." })
export class MethodTables {
  @Field(() => Int, { description: "The data year of the county table." })
  countyYear: number;
  @Field(() => [String], { description: "Building types that ENERGY STAR scores exist for." })
  energyStarEligible: readonly string[];
  @Field(() => JSONObjectScalar, {
    description: "By indicator and group key: the number of buildings n and 101 breakpoints q.",
  })
  peers: object;
  @Field(() => JSONObjectScalar, { description: "Loss rate and percentiles by five-digit FIPS code." })
  counties: object;
}

@ObjectType({ description: "Everything that a score by this method depends on." })
export class ScoringMethod {
  @Field(() => String)
  version: string;
  @Field(() => String)
  referenceVersion: string;
  @Field(() => Boolean)
  isCurrent: boolean;
  @Field(() => [String], { description: "How the numbers of a score are made from its indicators." })
  formulas: readonly string[];
  @Field(() => [MethodPillar])
  pillars: MethodPillar[];
  @Field(() => [String], { description: "The first of these that is present stands in for the others." })
  anchors: readonly string[];
  @Field(() => [MethodSubstitute])
  substitutes: MethodSubstitute[];
  @Field(() => Float, { description: "For what nobody published." })
  neutralScore: number;
  @Field(() => Float, { description: "For what the law asked for and the owner withheld." })
  withheldScore: number;
  @Field(() => [MethodReliability])
  reliabilities: MethodReliability[];
  @Field(() => MethodHalfLives)
  halfLivesYears: MethodHalfLives;
  @Field(() => MethodInterval)
  interval: MethodInterval;
  @Field(() => [String], { description: "What takes no part, on purpose." })
  notUsed: readonly string[];
  @Field(() => [String], { description: "What to know before leaning on any score of it." })
  limits: readonly string[];
  @Field(() => MethodTables, { nullable: true, description: "Null when include is none." })
  tables: MethodTables | null;
}
