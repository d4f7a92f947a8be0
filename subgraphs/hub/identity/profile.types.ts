import { IsOptional, MaxLength, MinLength } from "class-validator";
import { Field, InputType, ObjectType } from "type-graphql";
import { HasFormat } from "../../../src/graphql/validators.ts";

@InputType({
  description: "Changes the signed-in person's profile. What is left out stays; null clears a field.",
})
export class UpdateProfileInput {
  @Field(() => String, { nullable: true, description: "Name that others see." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  name?: string | null;
  @Field(() => String, { nullable: true, description: "https address of a picture." })
  @IsOptional()
  @HasFormat("https-url")
  @MaxLength(2048)
  picture?: string | null;
  @Field(() => String, { nullable: true, description: "Language tag, as en or pt-BR (BCP 47)." })
  @IsOptional()
  @HasFormat("language-tag")
  @MaxLength(35)
  locale?: string | null;
  @Field(() => String, { nullable: true, description: "Time zone, as Europe/Berlin (IANA)." })
  @IsOptional()
  @HasFormat("time-zone")
  @MaxLength(64)
  timezone?: string | null;
}

@ObjectType({ description: "A closed account that waits for its erasure." })
export class AccountDeletion {
  @Field(() => Date, {
    description: "When the account is erased for good; until then it may be restored.",
  })
  deletionScheduledAt: Date;
}
