import { IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import type { AutoChargeState } from "./saved-method.rows.ts";

const AutoChargeStatus = {
  scheduled: "scheduled",
  charging: "charging",
  failed: "failed",
  needs_authentication: "needs_authentication",
  succeeded: "succeeded",
  ended: "ended",
} as const;
registerEnumType(AutoChargeStatus, {
  name: "AutoChargeStatus",
  description: "State of the automatic charges of an invoice.",
  valuesConfig: {
    scheduled: { description: "The first attempt has not been made yet." },
    charging: { description: "An attempt is being made, or the client's bank has not confirmed it yet." },
    failed: { description: "The last attempt was declined. Another one follows." },
    needs_authentication: { description: "The client's bank wants a confirmation. The client got a link." },
    succeeded: { description: "The invoice is paid." },
    ended: { description: "No attempt follows: see the reason." },
  },
});

@ObjectType({ description: "A payment method that a client agreed to save." })
export class SavedPaymentMethod {
  @Field(() => ID, { description: "ID of the saved method." })
  id: string;
  @Field(() => ID, { description: "ID of the client." })
  clientId: string;
  @Field(() => String, { description: "Brand of the card, such as `visa`." })
  brand: string;
  @Field(() => String, { description: "Last four digits of the card." })
  last4: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last day on which the card works. Null when unknown.",
  })
  expiresOn: string | null;
  @Field(() => Date, { description: "When the client agreed to save it." })
  consentedAt: Date;
}

@ObjectType({ description: "The saved payment methods of a client, newest first." })
export class SavedPaymentMethodList {
  @Field(() => [SavedPaymentMethod], { description: "Saved methods. The newest one is charged." })
  methods: SavedPaymentMethod[];
}

@ObjectType({ description: "Automatic charges of a client's saved payment method for an invoice." })
export class AutoCharge {
  @Field(() => ID, { description: "ID of the charges." })
  id: string;
  @Field(() => ID, { description: "ID of the invoice that is charged." })
  invoiceId: string;
  @Field(() => ID, { description: "ID of the client." })
  clientId: string;
  @Field(() => AutoChargeStatus, { description: "State of the charges, such as `failed`." })
  status: AutoChargeState;
  @Field(() => Int, { description: "Number of attempts that were made, up to 4." })
  attempts: number;
  @Field(() => Date, {
    nullable: true,
    description: "When the next attempt is made. Null when none follows.",
  })
  nextAttemptAt: Date | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Why it is not paid: `declined`, `authentication_required`, `no_saved_method`, `method_gone`, `payments_not_available` or `not_due`. Null otherwise.",
  })
  reason: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the online payment of the last attempt." })
  onlinePaymentId: string | null;
  @Field(() => Date, { description: "When the charges were scheduled." })
  createdAt: Date;
}

@ObjectType({ description: "A page of automatic charges, newest first." })
export class AutoChargePage extends countedPageOf(AutoCharge, "charges") {}

@ArgsType()
export class SavedPaymentMethodsArgs {
  @Field(() => ID, { description: "ID of the client." })
  @MaxLength(64)
  clientId: string;
}

@ArgsType()
export class AutoChargesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Returns only charges of this invoice." })
  @IsOptional()
  @MaxLength(64)
  invoiceId?: string | null;
}

@InputType({ description: "A saved payment method to remove." })
export class RemoveSavedPaymentMethodInput {
  @Field(() => ID, { description: "ID of the saved method." })
  @MaxLength(64)
  methodId: string;
}

@ObjectType({ description: "Confirmation that a saved payment method is not charged any more." })
export class RemovedPaymentMethod {
  @Field(() => ID, { description: "ID of the saved method." })
  id: string;
  @Field(() => Boolean, { description: "Always true: the method is not charged any more." })
  removed: boolean;
}
