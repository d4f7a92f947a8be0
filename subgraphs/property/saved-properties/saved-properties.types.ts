import { IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";

const notAnAppId = { message: "must be an app ID: lowercase letters, digits and hyphens" };
const appIdPattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

@InputType({ description: "Property to save. Saving it again replaces the note." })
export class SavePropertyInput {
  @Field(() => ID, { description: "ID of the property to save." })
  propertyId: string;

  @Field(() => ID, {
    nullable: true,
    description: "ID of the app to save it in. Default: the app of the request, otherwise central.",
  })
  @IsOptional()
  @Matches(appIdPattern, notAnAppId)
  appId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Private note on the property, up to 500 characters. Default: none.",
  })
  @IsOptional()
  @MaxLength(500)
  note?: string | null;
}

@InputType({ description: "Saved property to remove." })
export class UnsavePropertyInput {
  @Field(() => ID, { description: "ID of the property to remove." })
  propertyId: string;

  @Field(() => ID, {
    nullable: true,
    description: "ID of the app to remove it from. Default: the app of the request, otherwise central.",
  })
  @IsOptional()
  @Matches(appIdPattern, notAnAppId)
  appId?: string | null;
}

@ObjectType({ description: "Property saved by an account in an app." })
export class SavedProperty {
  @Field(() => ID, { description: "ID of the saved property." })
  propertyId: string;
  @Field(() => ID, { description: "ID of the app it is saved in." })
  appId: string;
  @Field(() => String, {
    nullable: true,
    description: "Private note on the property. Null when there is none.",
  })
  note: string | null;
  @Field(() => Date, { description: "Time when the property was first saved (UTC)." })
  savedAt: Date;
}

@ObjectType({ description: "Result of removing a saved property." })
export class UnsavedProperty {
  @Field(() => ID, { description: "ID of the property." })
  propertyId: string;
  @Field(() => ID, { description: "ID of the app it was removed from." })
  appId: string;
  @Field(() => Boolean, { description: "Whether it was removed. False when it was not saved." })
  removed: boolean;
}

@ArgsType()
export class SavedPropertiesArgs {
  @Field(() => ID, { nullable: true, description: "Filter by app ID. Default: all apps." })
  @IsOptional()
  @Matches(appIdPattern, notAnAppId)
  appId?: string | null;

  @Field(() => Int, { defaultValue: 1, description: "Page number, starting at 1." })
  @IsInt()
  @Min(1)
  @Max(10_000)
  page: number;

  @Field(() => Int, { defaultValue: 20, description: "Number of saved properties per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  pageSize: number;
}

@ArgsType()
export class FirstSavedArgs {
  @Field(() => Int, {
    defaultValue: 20,
    description: "Maximum number of saved properties, newest first, 1 to 100.",
  })
  @IsInt()
  @Min(1)
  @Max(100)
  first: number;
}

@ObjectType({ description: "Page of saved properties, newest first." })
export class SavedPropertyPage {
  @Field(() => [SavedProperty], { description: "Saved properties on this page." })
  savedProperties: SavedProperty[];
  @Field(() => Int, { description: "Number of saved properties on all pages." })
  total: number;
  @Field(() => Int, { description: "Number of this page, starting at 1." })
  page: number;
  @Field(() => Int, { description: "Maximum number of saved properties per page." })
  pageSize: number;
  @Field(() => Boolean, { description: "Whether there are more pages." })
  hasMore: boolean;
}
