import { IsInt, IsOptional, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";

const daysField = { nullable: true, description: "Days until the link expires, 1 to 365. Default 365." };

@InputType({ description: "An invoice whose payment link to replace." })
export class RegeneratePaymentLinkInput {
  @Field(() => ID, { description: "ID of the invoice." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => Int, daysField)
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(365)
  expiresInDays?: number | null;
}

@InputType({ description: "An invoice whose payment link to end." })
export class RevokePaymentLinkInput {
  @Field(() => ID, { description: "ID of the invoice." })
  @MaxLength(64)
  invoiceId: string;
}

@InputType({ description: "A quotation whose link to replace." })
export class RegenerateQuotationLinkInput {
  @Field(() => ID, { description: "ID of the quotation." })
  @MaxLength(64)
  quotationId: string;
  @Field(() => Int, daysField)
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(365)
  expiresInDays?: number | null;
}

@InputType({ description: "A quotation whose link to end." })
export class RevokeQuotationLinkInput {
  @Field(() => ID, { description: "ID of the quotation." })
  @MaxLength(64)
  quotationId: string;
}

@ObjectType({ description: "Link to the page where a client accepts or declines a quotation." })
export class QuotationLink {
  @Field(() => String, { description: "URL of the page. Send it to the client only." })
  url: string;
  @Field(() => Date, { description: "Time at which the link expires. Each mail with it extends it." })
  expiresAt: Date;
}

@ObjectType({ description: "Confirmation that the link of a document does not work any more." })
export class RevokedDocumentLink {
  @Field(() => ID, { description: "ID of the invoice or quotation." })
  documentId: string;
  @Field(() => Boolean, {
    description: "Always true: the page of the earlier link cannot be opened any more.",
  })
  revoked: boolean;
}
