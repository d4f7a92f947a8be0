import { ArgsType, Field, ID, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";
import { GreenScore } from "../properties/property.entity.ts";
import { IndicatorValueScalar } from "./indicator-value.scalar.ts";
import { PropertyScore } from "./property-score.types.ts";
import { ScoreArgs } from "./scoring.types.ts";

@ArgsType()
export class ScoreWhatIfArgs extends ScoreArgs {
  @Field(() => ID, { description: "ID of the property." })
  propertyId: string;

  @Field(() => JSONObjectScalar, {
    description:
      'New values by field; "-20%" is a relative change, null removes a value. Fields: sourceEui (kBtu/ft2/yr), ghgIntensity (kgCO2e/ft2/yr), waterIntensity (gal/ft2/yr), energyStarScore, yearBuilt, metricsYear, complianceStatus, yearsCovered, yearsSubmitted.',
  })
  changes: Record<string, unknown>;
}

@ObjectType({ description: "Change applied in a what-if calculation." })
export class ScoreChange {
  @Field(() => String, { description: "Name of the changed field." })
  field: string;
  @Field(() => IndicatorValueScalar, {
    nullable: true,
    description: "Published value before the change. Null when unknown.",
  })
  from: unknown;
  @Field(() => IndicatorValueScalar, {
    nullable: true,
    description: "Value after the change. Null when removed.",
  })
  to: unknown;
}

@ObjectType({ description: "Result of a what-if calculation. Nothing is stored." })
export class ScoreWhatIf {
  @Field(() => ID, { description: "ID of the property." })
  propertyId: string;
  @Field(() => [ScoreChange], { description: "Changes as applied, with relative changes resolved." })
  changes: readonly ScoreChange[];
  @Field(() => PropertyScore, { description: "Score without the changes." })
  current: PropertyScore;
  @Field(() => PropertyScore, { description: "Score with the changes." })
  changed: PropertyScore;
  @Field(() => GreenScore, { description: "Changed score minus current score, from the rounded values." })
  difference: GreenScore;
}
