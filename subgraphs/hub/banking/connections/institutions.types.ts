import { Field, ID, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "Bank that can be connected." })
export class Institution {
  @Field(() => ID, { description: "The provider's ID of the bank." })
  institutionId: string;
  @Field(() => String, { description: "Name of the bank." })
  name: string;
  @Field(() => String, {
    nullable: true,
    description: "Logo as a `data:` URL with a PNG image; null without one.",
  })
  logoUrl: string | null;
  @Field(() => String, { nullable: true, description: "Brand color as a hex code; null when unknown." })
  primaryColor: string | null;
  @Field(() => String, { nullable: true, description: "URL of the bank's website; null when unknown." })
  url: string | null;
  @Field(() => [String], { description: "Countries the bank serves, as ISO 3166 two-letter codes." })
  countryCodes: string[];
  @Field(() => [String], { description: "Data products the bank supports, for example `transactions`." })
  products: string[];
  @Field(() => Boolean, { description: "Whether customers log in on the bank's own page." })
  oauth: boolean;
  @Field(() => String, {
    description: "Availability of bank logins: `healthy`, `degraded`, `down` or `unknown`.",
  })
  status: string;
}

@ObjectType({ description: "Banks that match a search." })
export class InstitutionList {
  @Field(() => [Institution], { description: "Matching banks." })
  institutions: Institution[];
  @Field(() => Int, { description: "Number of banks in the list." })
  total: number;
}
