import { IsOptional, MaxLength, MinLength } from "class-validator";
import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../src/graphql/scalars.ts";

@ObjectType({ description: "Table of figures set by law that an app calculates with." })
export class TaxTable {
  @Field(() => ID, { description: "ID of the table: its app, subject and year." })
  id: string;
  @Field(() => ID, { description: "ID of the app that calculates with it." })
  appId: string;
  @Field(() => String, { description: "Name of the table." })
  name: string;
  @Field(() => String, { description: "`US`, or a state as `US-IL`." })
  jurisdiction: string;
  @Field(() => String, { description: "Publication that the figures are from." })
  source: string;
  @Field(() => DateScalar, { description: "First day on which the figures hold, as YYYY-MM-DD." })
  effectiveFrom: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last day on which the figures hold, as YYYY-MM-DD; null while no end is set.",
  })
  effectiveUntil: string | null;
  @Field(() => Boolean, {
    description: "True when the tests of the release check results against values from the publication.",
  })
  isVerified: boolean;
}

@ObjectType({ description: "Tax tables of the platform." })
export class TaxTableList {
  @Field(() => [TaxTable], { description: "Tables, ordered by app, jurisdiction and first day." })
  tables: TaxTable[];
  @Field(() => Int, { description: "Number of tables." })
  total: number;
}

@ArgsType()
export class TaxTablesArgs {
  @Field(() => ID, { nullable: true, description: "Only the tables of this app." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  appId?: string | null;
}
