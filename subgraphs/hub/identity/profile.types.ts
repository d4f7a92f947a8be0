import { IsOptional, MaxLength, MinLength } from "class-validator";
import { ArgsType, Field, InputType, ObjectType } from "type-graphql";
import { HasFormat } from "../../../src/graphql/validators.ts";

@InputType({
  description:
    "Changes to the signed-in user's profile. Omitted fields keep their value; null clears a field.",
})
export class UpdateProfileInput {
  @Field(() => String, { nullable: true, description: "Display name shown to other people." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  name?: string | null;
  @Field(() => String, { nullable: true, description: "URL (https) of a profile picture." })
  @IsOptional()
  @HasFormat("https-url")
  @MaxLength(2048)
  picture?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Preferred language as a BCP 47 tag, such as en or pt-BR.",
  })
  @IsOptional()
  @HasFormat("language-tag")
  @MaxLength(35)
  locale?: string | null;
  @Field(() => String, { nullable: true, description: "Preferred IANA time zone, such as Europe/Berlin." })
  @IsOptional()
  @HasFormat("time-zone")
  @MaxLength(64)
  timezone?: string | null;
}

@ArgsType()
export class DeleteAccountArgs {
  @Field(() => String, {
    nullable: true,
    description: "Name or e-mail address of the user, as a confirmation. When given, it must match.",
  })
  @IsOptional()
  @MaxLength(320)
  confirmName?: string | null;
}

@ObjectType({ description: "Closed account that is scheduled for deletion." })
export class AccountDeletion {
  @Field(() => Date, {
    description: "Time at which the account is permanently erased. It can be restored until then.",
  })
  deletionScheduledAt: Date;
}
