import { Directive, Field, Float, ID, ObjectType } from "type-graphql";
import type { Units } from "./units.ts";

@ObjectType({ description: "A county, by its five-digit FIPS code." })
export class County {
  @Field(() => String)
  fips: string;
  @Field(() => String, { nullable: true })
  name: string | null;
}

@ObjectType({ description: "Where a building stands. What the publisher does not say is null." })
export class PropertyAddress {
  @Field(() => String, { description: "House number and street; empty only where the publisher has none." })
  street: string;
  @Field(() => String)
  city: string;
  @Field(() => String, { description: "Postal code of the state or province, such as WA." })
  stateOrProvince: string;
  @Field(() => String, { nullable: true })
  postalCode: string | null;
  @Field(() => String, { description: "ISO 3166 alpha-2." })
  country: string;
  @Field(() => String, { nullable: true, description: "Neighbourhood or borough." })
  neighborhood: string | null;
  @Field(() => County, { nullable: true })
  county: County | null;
}

@ObjectType({ description: "The composite score and its pillars, 0 to 100, higher is better." })
export class GreenScore {
  @Field(() => Float)
  overall: number;
  @Field(() => Float)
  environmental: number;
  @Field(() => Float)
  social: number;
  @Field(() => Float)
  governance: number;
  @Field(() => Float, { description: "How far the data carry the score, 0 to 1." })
  confidence: number;
}

@ObjectType({ description: "A building and what is published about it." })
@Directive('@key(fields: "id")')
export class Property {
  @Field(() => ID, { description: "Stable for ever: sea-<building>, chi-<record>, nyc-<BBL>." })
  id: string;
  @Field(() => String, { nullable: true })
  name: string | null;
  @Field(() => String, {
    description: "commercial, residential, industrial, institutional, mixed-use, other or unknown.",
  })
  type: string;
  @Field(() => String, { nullable: true, description: "What the building is mainly used for." })
  subtype: string | null;
  @Field(() => PropertyAddress)
  address: PropertyAddress;
  @Field(() => GreenScore)
  greenScore: GreenScore;
  @Field(() => Float, { description: "Share of the telling fields that are known, 0 to 1." })
  dataCompleteness: number;
  @Field(() => [String], { description: "Sorted ids of the data sources that gave this record a value." })
  sources: readonly string[];
  /** The system that quantities are shown in. */
  units: Units;
}
