import { IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field } from "type-graphql";
import { localeMessage, localePattern } from "./document-locale.ts";

/** How a document is printed and returned. */
@ArgsType()
export abstract class PrintedArgs {
  @Field(() => String, {
    nullable: true,
    description:
      "Language of the document: en, fr, de, es or pt. Add a country for its formats, such as de-CH. Default: the seller's.",
  })
  @IsOptional()
  @MaxLength(5)
  @Matches(localePattern, { message: localeMessage })
  locale?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to return the PDF bytes instead of JSON. Default false.",
  })
  download?: boolean | null;
}
