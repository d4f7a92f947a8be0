import { Field, Float, ID, Int, ObjectType } from "type-graphql";
import { DateScalar, JSONObjectScalar } from "../../../src/graphql/scalars.ts";
import { Measurement } from "../properties/property-details.types.ts";
import { GreenScore } from "../properties/property.entity.ts";

@ObjectType({ description: "Figures of one score over the properties of a report, 0 to 100." })
export class ScoreFigures {
  @Field(() => Float)
  mean: number;
  @Field(() => Float, {
    nullable: true,
    description: "Weighed by floor area, over the properties whose area is known; null where none is.",
  })
  areaWeightedMean: number | null;
  @Field(() => Float)
  min: number;
  @Field(() => Float)
  max: number;
}

@ObjectType()
export class PillarFigures {
  @Field(() => ScoreFigures)
  environmental: ScoreFigures;
  @Field(() => ScoreFigures)
  social: ScoreFigures;
  @Field(() => ScoreFigures)
  governance: ScoreFigures;
}

@ObjectType({ description: "Floor area of all properties together." })
export class ReportFloorArea {
  @Field(() => Float, { nullable: true, description: "The sum of what is known; null where nothing is." })
  value: number | null;
  @Field(() => String)
  unit: string;
  @Field(() => Int, { description: "How many properties have a known area." })
  knownFor: number;
}

@ObjectType()
export class RankedProperty {
  @Field(() => ID)
  propertyId: string;
  @Field(() => String, { nullable: true })
  name: string | null;
  @Field(() => Float)
  overall: number;
}

@ObjectType()
export class ReportSummary {
  @Field(() => ScoreFigures)
  overall: ScoreFigures;
  @Field(() => PillarFigures)
  pillars: PillarFigures;
  @Field(() => Float, { description: "Mean confidence, 0 to 1." })
  confidence: number;
  @Field(() => Float, { description: "Mean data completeness, 0 to 1." })
  dataCompleteness: number;
  @Field(() => ReportFloorArea)
  floorArea: ReportFloorArea;
  @Field(() => JSONObjectScalar, { description: "How many properties there are of each type." })
  byType: Record<string, number>;
  @Field(() => Int, { description: "How many have a confidence below one half." })
  lowConfidence: number;
  @Field(() => [RankedProperty], { description: "Up to five, the best first." })
  best: RankedProperty[];
  @Field(() => [RankedProperty], { description: "Up to five, the worst first." })
  worst: RankedProperty[];
}

@ObjectType({ description: "Where the score would lie with complete, fresh data." })
export class ReportInterval {
  @Field(() => Float)
  low: number;
  @Field(() => Float)
  high: number;
  @Field(() => Float, { description: "How sure that is, 0 to 1." })
  level: number;
}

@ObjectType({ description: "A property as it was when the report was made." })
export class ReportItem {
  @Field(() => ID)
  propertyId: string;
  @Field(() => String, { nullable: true })
  name: string | null;
  @Field(() => String)
  type: string;
  @Field(() => String, { nullable: true })
  subtype: string | null;
  @Field(() => String)
  street: string;
  @Field(() => String)
  city: string;
  @Field(() => String)
  stateOrProvince: string;
  @Field(() => Measurement, { nullable: true })
  grossFloorArea: Measurement | null;
  @Field(() => GreenScore)
  greenScore: GreenScore;
  @Field(() => Float)
  dataCompleteness: number;
  @Field(() => ReportInterval)
  interval: ReportInterval;
  @Field(() => String, { description: "Equal for equal inputs of the score." })
  inputsHash: string;
  @Field(() => [String])
  sources: readonly string[];
}

@ObjectType()
export class ReportChange {
  @Field(() => ID)
  propertyId: string;
  @Field(() => Float, { description: "Overall score in the report before." })
  before: number;
  @Field(() => Float)
  after: number;
  @Field(() => Float)
  change: number;
}

@ObjectType({ description: "What differs from the report before." })
export class ReportDiff {
  @Field(() => Float, { description: "Mean overall score in the report before." })
  before: number;
  @Field(() => Float)
  after: number;
  @Field(() => Float)
  change: number;
  @Field(() => [ReportChange], { description: "Properties whose overall score differs, in their order." })
  changed: ReportChange[];
  @Field(() => Int, { description: "How many properties have the same overall score." })
  unchanged: number;
  @Field(() => [ID], { description: "Properties that are no longer published." })
  removed: string[];
}

@ObjectType({
  description: "Properties with their scores as they were when the report was made; it never changes.",
})
export class Report {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  title: string;
  @Field(() => String, { description: "generating, ready or failed." })
  status: string;
  @Field(() => [ID])
  propertyIds: string[];
  @Field(() => Int)
  propertyCount: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
  @Field(() => ID, { description: "The key or the person that made it." })
  createdBy: string;
  @Field(() => String)
  methodVersion: string;
  @Field(() => String)
  referenceVersion: string;
  @Field(() => DateScalar, { description: "The day that the scores are of." })
  asOf: string;
  @Field(() => ReportSummary)
  summary: ReportSummary;
  @Field(() => [String], { description: "Sorted ids of the data sources behind its properties." })
  sources: string[];
  @Field(() => ID, { nullable: true, description: "The report that this one was made anew from." })
  supersedes: string | null;
  @Field(() => ReportDiff, { nullable: true })
  diff: ReportDiff | null;
  /** The account that it belongs to; shown as `owner`. */
  ownerId: string;
  /** Present where they were read already; lists leave them out. */
  storedItems?: ReportItem[];
}
