import { IsIn, IsInt, IsOptional, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, Int, ObjectType } from "type-graphql";
import { Property } from "../properties/property.entity.ts";
import { IsBoundingBox, IsPoint, IsPropertyTypeList, IsSearchText } from "./search.validators.ts";

export const SORTS = ["relevance", "overall", "-overall", "name", "floorArea", "yearBuilt"] as const;
export type Sort = (typeof SORTS)[number];

/** Everything a search is asked by, but which page. Filters that are left out keep everything. */
@ArgsType()
export class PropertyFilterArgs {
  @Field(() => String, {
    nullable: true,
    description: "Words, address, city or ZIP, in any mix. Typing errors are forgiven, digits are not.",
  })
  @IsOptional()
  @IsSearchText()
  q?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "State or province, by code or full name; several with commas.",
  })
  @IsOptional()
  @MaxLength(200)
  region?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "City, borough or neighbourhood, or a common name of it.",
  })
  @IsOptional()
  @MaxLength(200)
  city?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "commercial, residential, industrial, institutional, mixed-use, other or unknown; several with commas.",
  })
  @IsOptional()
  @IsPropertyTypeList()
  type?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "What the building is mainly used for, such as Office; several with commas.",
  })
  @IsOptional()
  @MaxLength(200)
  subtype?: string | null;

  @Field(() => Float, { nullable: true, description: "Least overall score." })
  @IsOptional()
  @Min(0)
  @Max(100)
  minScore?: number | null;

  @Field(() => Float, { nullable: true, description: "Greatest overall score." })
  @IsOptional()
  @Min(0)
  @Max(100)
  maxScore?: number | null;

  @Field(() => Float, { nullable: true })
  @IsOptional()
  @Min(0)
  @Max(1)
  minConfidence?: number | null;

  @Field(() => Float, { nullable: true, description: "Least data completeness." })
  @IsOptional()
  @Min(0)
  @Max(1)
  minCompleteness?: number | null;

  @Field(() => Float, { nullable: true, description: "Least floor area, in square feet." })
  @IsOptional()
  @Min(0)
  minFloorArea?: number | null;

  @Field(() => Float, { nullable: true, description: "Greatest floor area, in square feet." })
  @IsOptional()
  @Min(0)
  maxFloorArea?: number | null;

  @Field(() => Int, { nullable: true })
  @IsOptional()
  @IsInt()
  @Min(1000)
  @Max(3000)
  yearBuiltFrom?: number | null;

  @Field(() => Int, { nullable: true })
  @IsOptional()
  @IsInt()
  @Min(1000)
  @Max(3000)
  yearBuiltTo?: number | null;

  @Field(() => String, { nullable: true, description: "Box of west,south,east,north in degrees." })
  @IsOptional()
  @IsBoundingBox()
  bbox?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Centre of a circle, latitude,longitude in degrees; needs radiusKm.",
  })
  @IsOptional()
  @IsPoint()
  near?: string | null;

  @Field(() => Float, { nullable: true, description: "Radius around `near`, in kilometres." })
  @IsOptional()
  @Min(0.01)
  @Max(20_000)
  radiusKm?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      "relevance (default with q), -overall (default without), overall, name, floorArea or yearBuilt.",
  })
  @IsOptional()
  @IsIn(SORTS)
  sort?: Sort | null;
}

@ArgsType()
export class SearchPropertiesArgs extends PropertyFilterArgs {
  @Field(() => Int, { defaultValue: 1, description: "page x pageSize reaches 10,000; go on with cursor." })
  @IsInt()
  @Min(1)
  page: number;

  @Field(() => Int, { defaultValue: 20 })
  @IsInt()
  @Min(1)
  @Max(100)
  pageSize: number;

  @Field(() => String, {
    nullable: true,
    description:
      "nextCursor of the page before, with the same filters and order. Refused when the data have changed since.",
  })
  @IsOptional()
  @MaxLength(500)
  cursor?: string | null;
}

@ObjectType({ description: "One page of the properties that match, of one state of the data." })
export class PropertyPage {
  @Field(() => [Property])
  properties: Property[];
  @Field(() => Int, { description: "How many match, on all pages together." })
  total: number;
  @Field(() => [String], {
    description: "Sorted ids of the data sources behind the properties on this page.",
  })
  sources: string[];
  @Field(() => Int)
  page: number;
  @Field(() => Int)
  pageSize: number;
  @Field(() => Boolean)
  hasMore: boolean;
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

@ArgsType()
export class SuggestPropertiesArgs {
  @Field(() => String, { description: "What has been typed so far; the last word may be unfinished." })
  @IsSearchText()
  q: string;
}

@ObjectType({ description: "A light hit." })
export class PropertySuggestion {
  @Field(() => ID)
  id: string;
  @Field(() => String, { nullable: true })
  name: string | null;
  @Field(() => String, { nullable: true })
  street: string | null;
  @Field(() => String)
  city: string;
  @Field(() => String)
  type: string;
}

@ObjectType({ description: "The ten best hits at most." })
export class PropertySuggestions {
  @Field(() => [PropertySuggestion])
  suggestions: PropertySuggestion[];
}
