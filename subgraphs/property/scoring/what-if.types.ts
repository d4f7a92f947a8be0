import { ArgsType, Field, ID, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";
import { GreenScore } from "../properties/property.entity.ts";
import { IndicatorValueScalar } from "./indicator-value.scalar.ts";
import { PropertyScore } from "./property-score.types.ts";
import { ScoreArgs } from "./scoring.types.ts";

@ArgsType()
export class ScoreWhatIfArgs extends ScoreArgs {
  @Field(() => ID)
  propertyId: string;

  @Field(() => JSONObjectScalar, {
    description:
      'New values by field, "-20%" for a relative change, null for taking a value away: sourceEui (kBtu/ft2/yr), ' +
      "ghgIntensity (kgCO2e/ft2/yr), waterIntensity (gal/ft2/yr), energyStarScore, yearBuilt, metricsYear, " +
      "complianceStatus, yearsCovered, yearsSubmitted.",
  })
  changes: Record<string, unknown>;
}

@ObjectType({ description: "One change as it was understood." })
export class ScoreChange {
  @Field(() => String)
  field: string;
  @Field(() => IndicatorValueScalar, { nullable: true })
  from: unknown;
  @Field(() => IndicatorValueScalar, { nullable: true })
  to: unknown;
}

@ObjectType({ description: "What a score would be. Nothing of it is kept." })
export class ScoreWhatIf {
  @Field(() => ID)
  propertyId: string;
  @Field(() => [ScoreChange])
  changes: readonly ScoreChange[];
  @Field(() => PropertyScore, { description: "The score as it is." })
  current: PropertyScore;
  @Field(() => PropertyScore, { description: "The score with the changes." })
  changed: PropertyScore;
  @Field(() => GreenScore, { description: "Changed less current, of the numbers as they are shown." })
  difference: GreenScore;
}
