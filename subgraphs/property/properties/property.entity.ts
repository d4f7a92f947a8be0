import { Directive, Field, Float, ID, ObjectType } from "type-graphql";
import type { Units } from "./units.ts";

@ObjectType({ description: "US county." })
export class County {
  @Field(() => String, { description: "County code: five digits, FIPS." })
  fips: string;
  @Field(() => String, { nullable: true, description: "County name. Null when unknown." })
  name: string | null;
}

@ObjectType({ description: "Address of a property. Unknown parts are null." })
export class PropertyAddress {
  @Field(() => String, { description: "House number and street. Empty when the publisher gives none." })
  street: string;
  @Field(() => String, { description: "City of the address." })
  city: string;
  @Field(() => String, { description: "State or province code, such as WA." })
  stateOrProvince: string;
  @Field(() => String, { nullable: true, description: "ZIP or postal code. Null when unknown." })
  postalCode: string | null;
  @Field(() => String, { description: "Country code, ISO 3166-1 alpha-2, such as US." })
  country: string;
  @Field(() => String, { nullable: true, description: "Neighbourhood or borough. Null when unknown." })
  neighborhood: string | null;
  @Field(() => County, { nullable: true, description: "County of the address. Null when unknown." })
  county: County | null;
}

@ObjectType({ description: "Green Score and its three pillars, 0 to 100. Higher is better." })
export class GreenScore {
  @Field(() => Float, {
    description: "Overall score, 0 to 100: 60 % environmental, 15 % social, 25 % governance.",
  })
  overall: number;
  @Field(() => Float, { description: "Environmental score, 0 to 100: energy, carbon and water." })
  environmental: number;
  @Field(() => Float, {
    description: "Social score, 0 to 100: hazards, community resilience and building age.",
  })
  social: number;
  @Field(() => Float, { description: "Governance score, 0 to 100: disclosure and data quality." })
  governance: number;
  @Field(() => Float, { description: "Confidence in the score based on its data, 0 to 1." })
  confidence: number;
}

@ObjectType({ description: "Building with its published data and Green Score." })
@Directive('@key(fields: "id")')
export class Property {
  @Field(() => ID, {
    description: "Unique, permanent property ID, such as sea-<building>, chi-<record> or nyc-<BBL>.",
  })
  id: string;
  @Field(() => String, { nullable: true, description: "Name of the building. Null when unknown." })
  name: string | null;
  @Field(() => String, {
    description:
      "Property type: commercial, residential, industrial, institutional, mixed-use, other or unknown.",
  })
  type: string;
  @Field(() => String, {
    nullable: true,
    description: "Main use of the building, such as Office. Null when unknown.",
  })
  subtype: string | null;
  @Field(() => PropertyAddress, { description: "Address of the building." })
  address: PropertyAddress;
  @Field(() => GreenScore, { description: "Green Score of the building, as currently stored." })
  greenScore: GreenScore;
  @Field(() => Float, { description: "Share of the 14 key fields that are known, 0 to 1." })
  dataCompleteness: number;
  @Field(() => [String], { description: "IDs of the data sources of this record, sorted." })
  sources: readonly string[];
  /** The unit system of the returned quantities. */
  units: Units;
}
