import { Field, ObjectType } from "type-graphql";

@ObjectType({ description: "Business of an account as the pages for its customers show it." })
export class BusinessOnPage {
  @Field(() => String, { nullable: true, description: "Name of the business. Null until it is set." })
  name: string | null;
  @Field(() => [String], { description: "Postal address in lines, as its country writes it." })
  addressLines: string[];
  @Field(() => String, { nullable: true, description: "E-mail address for customers. Null until set." })
  email: string | null;
  @Field(() => String, { nullable: true, description: "Phone number for customers. Null until set." })
  phone: string | null;
  @Field(() => String, { nullable: true, description: "URL of the website. Null until set." })
  website: string | null;
  @Field(() => String, { nullable: true, description: "Accent color as #rrggbb. Null: the platform's." })
  color: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Logo as a data URL. Null without a logo, and for one of more than 20 KiB.",
  })
  logoUrl: string | null;
}
