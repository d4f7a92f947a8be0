import { IsIn, IsInt, IsOptional, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Float, ID, Int, ObjectType } from "type-graphql";
import { Property } from "../properties/property.entity.ts";
import { IsBoundingBox, IsPoint, IsPropertyTypeList, IsSearchText } from "./search.validators.ts";

export const SORTS = ["relevance", "overall", "-overall", "name", "floorArea", "yearBuilt"] as const;
export type Sort = (typeof SORTS)[number];

/** The arguments of a search except the page. Omitted filters exclude nothing. */
@ArgsType()
export class PropertyFilterArgs {
  @Field(() => String, {
    nullable: true,
    description:
      "Search text: name, address, city or ZIP code in any order, up to 200 characters. Tolerates typing errors in words, not in digits.",
  })
  @IsOptional()
  @IsSearchText()
  q?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "State or province, by code or full name. Separate several with commas.",
  })
  @IsOptional()
  @MaxLength(200)
  region?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "City, borough or neighbourhood, or a common name of one.",
  })
  @IsOptional()
  @MaxLength(200)
  city?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Property type: commercial, residential, industrial, institutional, mixed-use, other or unknown. Separate several with commas.",
  })
  @IsOptional()
  @IsPropertyTypeList()
  type?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Main use of the building, such as Office. Separate several with commas.",
  })
  @IsOptional()
  @MaxLength(200)
  subtype?: string | null;

  @Field(() => Float, { nullable: true, description: "Minimum overall score, 0 to 100." })
  @IsOptional()
  @Min(0)
  @Max(100)
  minScore?: number | null;

  @Field(() => Float, { nullable: true, description: "Maximum overall score, 0 to 100." })
  @IsOptional()
  @Min(0)
  @Max(100)
  maxScore?: number | null;

  @Field(() => Float, { nullable: true, description: "Minimum confidence of the score, 0 to 1." })
  @IsOptional()
  @Min(0)
  @Max(1)
  minConfidence?: number | null;

  @Field(() => Float, { nullable: true, description: "Minimum data completeness, 0 to 1." })
  @IsOptional()
  @Min(0)
  @Max(1)
  minCompleteness?: number | null;

  @Field(() => Float, { nullable: true, description: "Minimum floor area in square feet." })
  @IsOptional()
  @Min(0)
  minFloorArea?: number | null;

  @Field(() => Float, { nullable: true, description: "Maximum floor area in square feet." })
  @IsOptional()
  @Min(0)
  maxFloorArea?: number | null;

  @Field(() => Int, { nullable: true, description: "Earliest year of construction." })
  @IsOptional()
  @IsInt()
  @Min(1000)
  @Max(3000)
  yearBuiltFrom?: number | null;

  @Field(() => Int, { nullable: true, description: "Latest year of construction." })
  @IsOptional()
  @IsInt()
  @Min(1000)
  @Max(3000)
  yearBuiltTo?: number | null;

  @Field(() => String, { nullable: true, description: "Bounding box as west,south,east,north in degrees." })
  @IsOptional()
  @IsBoundingBox()
  bbox?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Center of a circle as latitude,longitude in degrees. Requires `radiusKm`.",
  })
  @IsOptional()
  @IsPoint()
  near?: string | null;

  @Field(() => Float, { nullable: true, description: "Radius around `near` in kilometres, 0.01 to 20,000." })
  @IsOptional()
  @Min(0.01)
  @Max(20_000)
  radiusKm?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Sort order: relevance, overall, -overall (descending), name, floorArea or yearBuilt. Default: relevance with `q`, otherwise -overall.",
  })
  @IsOptional()
  @IsIn(SORTS)
  sort?: Sort | null;
}

@ArgsType()
export class SearchPropertiesArgs extends PropertyFilterArgs {
  @Field(() => Int, {
    defaultValue: 1,
    description: "Page number, starting at 1. Reaches the first 10,000 results; use `cursor` beyond them.",
  })
  @IsInt()
  @Min(1)
  page: number;

  @Field(() => Int, { defaultValue: 20, description: "Number of properties per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  pageSize: number;

  @Field(() => String, {
    nullable: true,
    description:
      "Cursor from `nextCursor` of the previous page, with the same filters and sort order. Rejected when the data has changed since.",
  })
  @IsOptional()
  @MaxLength(500)
  cursor?: string | null;
}

@ObjectType({ description: "Page of matching properties, all from the same version of the data." })
export class PropertyPage {
  @Field(() => [Property], { description: "Properties on this page." })
  properties: Property[];
  @Field(() => Int, { description: "Number of matching properties on all pages." })
  total: number;
  @Field(() => [String], { description: "IDs of the data sources of the properties on this page, sorted." })
  sources: string[];
  @Field(() => Int, { description: "Number of this page, starting at 1." })
  page: number;
  @Field(() => Int, { description: "Maximum number of properties per page." })
  pageSize: number;
  @Field(() => Boolean, { description: "Whether there are more pages." })
  hasMore: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Cursor of the next page, to send as `cursor`. Null on the last page.",
  })
  nextCursor: string | null;
}

@ArgsType()
export class SuggestPropertiesArgs {
  @Field(() => String, {
    description: "Text typed so far, up to 200 characters. The last word may be incomplete.",
  })
  @IsSearchText()
  q: string;
}

@ObjectType({ description: "Short form of a property for autocomplete." })
export class PropertySuggestion {
  @Field(() => ID, { description: "Unique ID of the property." })
  id: string;
  @Field(() => String, { nullable: true, description: "Name of the property. Null when unknown." })
  name: string | null;
  @Field(() => String, { nullable: true, description: "House number and street. Null when unknown." })
  street: string | null;
  @Field(() => String, { description: "City of the property." })
  city: string;
  @Field(() => String, { description: "Property type, such as commercial or residential." })
  type: string;
}

@ObjectType({ description: "Autocomplete suggestions for properties." })
export class PropertySuggestions {
  @Field(() => [PropertySuggestion], { description: "Best matches first, at most 10." })
  suggestions: PropertySuggestion[];
}
