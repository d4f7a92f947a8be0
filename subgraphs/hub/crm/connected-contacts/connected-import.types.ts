import { ArrayMaxSize, Matches, MaxLength, MinLength } from "class-validator";
import { Field, ID, InputType } from "type-graphql";

@InputType({ description: "Address book of a connected account to import." })
export class ImportConnectedContactsInput {
  @Field(() => ID, {
    description:
      "ID of a connection to `google` or `microsoft`. Needs the scope `https://www.googleapis.com/auth/contacts.readonly` or `Contacts.Read`.",
  })
  @MinLength(1)
  @MaxLength(64)
  connectionId: string;
  @Field(() => String, {
    defaultValue: "US",
    description: "Country for phone numbers in national format, as an ISO 3166 two-letter code.",
  })
  @Matches(/^[A-Z]{2}$/)
  country: string;
  @Field(() => [String], {
    defaultValue: [],
    description: "Tags added to every contact. At most 50 tags of up to 50 characters.",
  })
  @ArrayMaxSize(50)
  @MaxLength(50, { each: true })
  tags: string[];
}
