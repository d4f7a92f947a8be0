import { IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";

const appIdPattern = /^[a-z0-9][a-z0-9-]{0,63}$/;
const appDescription = "App that it is saved in: that of the call, else central, when left out.";

@InputType({ description: "Keeps a property at hand. Saving it again replaces the note." })
export class SavePropertyInput {
  @Field(() => ID)
  propertyId: string;

  @Field(() => ID, { nullable: true, description: appDescription })
  @IsOptional()
  @Matches(appIdPattern)
  appId?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(500)
  note?: string | null;
}

@InputType({ description: "Keeps a property at hand no longer." })
export class UnsavePropertyInput {
  @Field(() => ID)
  propertyId: string;

  @Field(() => ID, { nullable: true, description: appDescription })
  @IsOptional()
  @Matches(appIdPattern)
  appId?: string | null;
}

@ObjectType({ description: "A property that an account keeps at hand in an app." })
export class SavedProperty {
  @Field(() => ID)
  propertyId: string;
  @Field(() => ID)
  appId: string;
  @Field(() => String, { nullable: true })
  note: string | null;
  @Field(() => Date)
  savedAt: Date;
}

@ObjectType()
export class UnsavedProperty {
  @Field(() => ID)
  propertyId: string;
  @Field(() => ID)
  appId: string;
  @Field(() => Boolean, { description: "False when it was not saved." })
  removed: boolean;
}

@ArgsType()
export class SavedPropertiesArgs {
  @Field(() => ID, { nullable: true, description: "Only of this app; of all apps when left out." })
  @IsOptional()
  @Matches(appIdPattern)
  appId?: string | null;

  @Field(() => Int, { defaultValue: 1 })
  @IsInt()
  @Min(1)
  @Max(10_000)
  page: number;

  @Field(() => Int, { defaultValue: 20 })
  @IsInt()
  @Min(1)
  @Max(100)
  pageSize: number;
}

@ArgsType()
export class FirstSavedArgs {
  @Field(() => Int, { defaultValue: 20, description: "How many at most, newest first." })
  @IsInt()
  @Min(1)
  @Max(100)
  first: number;
}

@ObjectType({ description: "What the account has saved, newest first." })
export class SavedPropertyPage {
  @Field(() => [SavedProperty])
  savedProperties: SavedProperty[];
  @Field(() => Int)
  total: number;
  @Field(() => Int)
  page: number;
  @Field(() => Int)
  pageSize: number;
  @Field(() => Boolean)
  hasMore: boolean;
}
