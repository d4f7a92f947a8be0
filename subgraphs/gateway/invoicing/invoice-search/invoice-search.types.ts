import { Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";
import { Invoice } from "../invoices/invoice.types.ts";

export const InvoiceText = { number: "number", client: "client", lines: "lines", notes: "notes" } as const;
export type InvoiceText = keyof typeof InvoiceText;
registerEnumType(InvoiceText, {
  name: "InvoiceText",
  description: "Part of an invoice that a search looks at.",
  valuesConfig: {
    number: { description: "The invoice number." },
    client: { description: "Name or e-mail address of the client." },
    lines: { description: "Text of the lines." },
    notes: { description: "Notes printed on the invoice." },
  },
});

@ObjectType({ description: "An invoice that a search found." })
class InvoiceHit {
  @Field(() => Invoice, { description: "The invoice that contains the words." })
  invoice: Invoice;
  @Field(() => [InvoiceText], { description: "Parts of the invoice that contain at least one of the words." })
  foundIn: InvoiceText[];
}

@ObjectType({ description: "A page of invoices that a search found, newest first." })
export class InvoiceHitPage extends countedPageOf(InvoiceHit, "hits") {}

@ArgsType()
export class InvoiceSearchArgs extends PageArgs {
  @Field(() => String, {
    description:
      "Words to find, up to 200 characters, of which the first 10 words count. Each must begin a word of the invoice.",
  })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  query: string;
}
