import { Field, Float, ID, Int, ObjectType } from "type-graphql";
import { DateScalar, JSONObjectScalar } from "../../../src/graphql/scalars.ts";
import { Measurement } from "../properties/property-details.types.ts";
import { GreenScore } from "../properties/property.entity.ts";

@ObjectType({ description: "Statistics of one score over the properties of a report, 0 to 100." })
export class ScoreFigures {
  @Field(() => Float, { description: "Mean of the scores." })
  mean: number;
  @Field(() => Float, {
    nullable: true,
    description:
      "Mean weighted by floor area, over properties with a known area. Null when no area is known.",
  })
  areaWeightedMean: number | null;
  @Field(() => Float, { description: "Lowest score." })
  min: number;
  @Field(() => Float, { description: "Highest score." })
  max: number;
}

@ObjectType({ description: "Statistics of the three pillar scores." })
export class PillarFigures {
  @Field(() => ScoreFigures, { description: "Statistics of the environmental scores." })
  environmental: ScoreFigures;
  @Field(() => ScoreFigures, { description: "Statistics of the social scores." })
  social: ScoreFigures;
  @Field(() => ScoreFigures, { description: "Statistics of the governance scores." })
  governance: ScoreFigures;
}

@ObjectType({ description: "Total floor area of the properties in a report." })
export class ReportFloorArea {
  @Field(() => Float, {
    nullable: true,
    description: "Sum of the known floor areas. Null when none is known.",
  })
  value: number | null;
  @Field(() => String, { description: "Unit of the value: ft2." })
  unit: string;
  @Field(() => Int, { description: "Number of properties with a known floor area." })
  knownFor: number;
}

@ObjectType({ description: "Property ranked by its overall score." })
export class RankedProperty {
  @Field(() => ID, { description: "ID of the property." })
  propertyId: string;
  @Field(() => String, { nullable: true, description: "Name of the property. Null when unknown." })
  name: string | null;
  @Field(() => Float, { description: "Overall score, 0 to 100." })
  overall: number;
}

@ObjectType({ description: "Summary of the scores in a report." })
export class ReportSummary {
  @Field(() => ScoreFigures, { description: "Statistics of the overall scores." })
  overall: ScoreFigures;
  @Field(() => PillarFigures, { description: "Statistics of the pillar scores." })
  pillars: PillarFigures;
  @Field(() => Float, { description: "Mean confidence, 0 to 1." })
  confidence: number;
  @Field(() => Float, { description: "Mean data completeness, 0 to 1." })
  dataCompleteness: number;
  @Field(() => ReportFloorArea, { description: "Total floor area of the properties." })
  floorArea: ReportFloorArea;
  @Field(() => JSONObjectScalar, { description: "Number of properties by type." })
  byType: Record<string, number>;
  @Field(() => Int, { description: "Number of properties with a confidence below 0.5." })
  lowConfidence: number;
  @Field(() => [RankedProperty], {
    description: "Properties with the highest scores, best first, at most five.",
  })
  best: RankedProperty[];
  @Field(() => [RankedProperty], {
    description: "Properties with the lowest scores, worst first, at most five.",
  })
  worst: RankedProperty[];
}

@ObjectType({ description: "Interval that would contain the overall score with complete, fresh data." })
export class ReportInterval {
  @Field(() => Float, { description: "Lower bound of the overall score, 0 to 100." })
  low: number;
  @Field(() => Float, { description: "Upper bound of the overall score, 0 to 100." })
  high: number;
  @Field(() => Float, { description: "Probability that the interval contains that score, 0 to 1." })
  level: number;
}

@ObjectType({ description: "Property with its score at the time of the report." })
export class ReportItem {
  @Field(() => ID, { description: "ID of the property." })
  propertyId: string;
  @Field(() => String, { nullable: true, description: "Name of the property. Null when unknown." })
  name: string | null;
  @Field(() => String, { description: "Property type, such as commercial or residential." })
  type: string;
  @Field(() => String, { nullable: true, description: "Main use of the building. Null when unknown." })
  subtype: string | null;
  @Field(() => String, { description: "House number and street; empty when unknown." })
  street: string;
  @Field(() => String, { description: "City of the property." })
  city: string;
  @Field(() => String, { description: "State or province code; empty when unknown." })
  stateOrProvince: string;
  @Field(() => Measurement, {
    nullable: true,
    description: "Gross floor area without parking. Null when unknown.",
  })
  grossFloorArea: Measurement | null;
  @Field(() => GreenScore, { description: "Score at the time of the report." })
  greenScore: GreenScore;
  @Field(() => Float, { description: "Share of the 14 key fields that were known, 0 to 1." })
  dataCompleteness: number;
  @Field(() => ReportInterval, { description: "Interval of the overall score with complete, fresh data." })
  interval: ReportInterval;
  @Field(() => String, { description: "Hash of the score inputs. Equal inputs have equal hashes." })
  inputsHash: string;
  @Field(() => [String], { description: "IDs of the data sources of the property, sorted." })
  sources: readonly string[];
}

@ObjectType({ description: "Change of a property's overall score between two reports." })
export class ReportChange {
  @Field(() => ID, { description: "ID of the property." })
  propertyId: string;
  @Field(() => Float, { description: "Overall score in the previous report." })
  before: number;
  @Field(() => Float, { description: "Overall score in this report." })
  after: number;
  @Field(() => Float, { description: "New score minus previous score." })
  change: number;
}

@ObjectType({ description: "Differences from the previous report." })
export class ReportDiff {
  @Field(() => Float, { description: "Mean overall score in the previous report." })
  before: number;
  @Field(() => Float, { description: "Mean overall score in this report." })
  after: number;
  @Field(() => Float, { description: "New mean minus previous mean." })
  change: number;
  @Field(() => [ReportChange], { description: "Properties with a different overall score, in report order." })
  changed: ReportChange[];
  @Field(() => Int, { description: "Number of properties with the same overall score." })
  unchanged: number;
  @Field(() => [ID], { description: "IDs of properties that are no longer published." })
  removed: string[];
}

@ObjectType({
  description: "Report on properties and their scores at the time of creation. It never changes.",
})
export class Report {
  @Field(() => ID, { description: "Unique ID of the report." })
  id: string;
  @Field(() => String, { description: "Title of the report." })
  title: string;
  @Field(() => String, { description: "Status of the report: generating, ready or failed." })
  status: string;
  @Field(() => [ID], { description: "IDs of the properties in the report, in order." })
  propertyIds: string[];
  @Field(() => Int, { description: "Number of properties in the report." })
  propertyCount: number;
  @Field(() => Date, { description: "Time when the report was created (UTC)." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last status change (UTC)." })
  updatedAt: Date;
  @Field(() => ID, { description: "ID of the API key or user that created the report." })
  createdBy: string;
  @Field(() => String, { description: "Version of the scoring method used." })
  methodVersion: string;
  @Field(() => String, { description: "Version of the reference tables used." })
  referenceVersion: string;
  @Field(() => DateScalar, { description: "Date of the scores." })
  asOf: string;
  @Field(() => ReportSummary, { description: "Summary of the scores." })
  summary: ReportSummary;
  @Field(() => [String], { description: "IDs of the data sources of its properties, sorted." })
  sources: string[];
  @Field(() => ID, {
    nullable: true,
    description: "ID of the report that this one refreshes. Null when it is not a refresh.",
  })
  supersedes: string | null;
  @Field(() => ReportDiff, {
    nullable: true,
    description: "Differences from the previous report. Null when it is not a refresh.",
  })
  diff: ReportDiff | null;
  /** The account that it belongs to; shown as `owner`. */
  ownerId: string;
  /** Present when already loaded; lists omit them. */
  storedItems?: ReportItem[];
}
