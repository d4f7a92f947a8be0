import { Field, ID, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "A bank that can be connected." })
export class Institution {
  @Field(() => ID)
  institutionId: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { nullable: true })
  logoUrl: string | null;
  @Field(() => String, { nullable: true })
  primaryColor: string | null;
  @Field(() => String, { nullable: true })
  url: string | null;
  @Field(() => [String])
  countryCodes: string[];
  @Field(() => [String])
  products: string[];
  @Field(() => Boolean, { description: "True when people log in on the bank's own page." })
  oauth: boolean;
  @Field(() => String, { description: "`healthy`, `degraded`, `down` or `unknown`." })
  status: string;
}

@ObjectType({ description: "Banks that fit." })
export class InstitutionList {
  @Field(() => [Institution])
  institutions: Institution[];
  @Field(() => Int)
  total: number;
}
