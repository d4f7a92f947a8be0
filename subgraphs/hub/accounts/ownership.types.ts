import { MaxLength } from "class-validator";
import { Field, ID, InputType, ObjectType } from "type-graphql";

@InputType({ description: "Member to offer the ownership of the organization to." })
export class OfferOwnershipInput {
  @Field(() => ID, { description: "ID of the member's user." })
  @MaxLength(128)
  userId: string;
  @Field(() => Boolean, {
    defaultValue: true,
    description: "True to become an admin once the offer is accepted. False to stay an owner.",
  })
  stepDown: boolean;
}

@InputType({ description: "Ownership offer to withdraw or decline." })
export class OwnershipOfferInput {
  @Field(() => ID, { description: "ID of the user whom the ownership was offered to." })
  @MaxLength(128)
  userId: string;
}

@ObjectType({ description: "Offer of the ownership of an organization, which the member accepts or not." })
export class OwnershipOffer {
  @Field(() => ID, { description: "ID of the offer." })
  id: string;
  @Field(() => ID, { description: "ID of the organization." })
  accountId: string;
  @Field(() => ID, { description: "ID of the owner who made the offer." })
  offeredBy: string;
  @Field(() => ID, { description: "ID of the user whom the ownership is offered to." })
  userId: string;
  @Field(() => Boolean, { description: "True when the owner becomes an admin once the offer is accepted." })
  stepDown: boolean;
  @Field(() => String, { description: "`open`, `accepted` or `withdrawn`." })
  status: "open" | "accepted" | "withdrawn";
  @Field(() => Date, { description: "Time from which the offer cannot be accepted any more." })
  expiresAt: Date;
}
