import { IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";

/** ID of a price at the payment processor. */
export const priceIdPattern = /^\w{1,255}$/;

/** What is set in the same way for everything that an app sells: plans and credit packages. */
@InputType()
export abstract class OfferSettings {
  @Field(() => Int, {
    nullable: true,
    description: "Position in a price list, 0 to 1000, lowest first. Default: 0.",
  })
  @IsOptional()
  @Min(0)
  @Max(1000)
  sortOrder?: number | null;
}

type SettingsClass<T extends OfferSettings> = abstract new () => T;

/** Adds to the settings of an offer what a new one needs. */
export function newOfferOf<T extends OfferSettings>(Settings: SettingsClass<T>) {
  @InputType()
  abstract class NewOffer extends (Settings as SettingsClass<OfferSettings>) {
    @Field(() => ID, { description: "ID of the app that sells it." })
    @MinLength(1)
    @MaxLength(64)
    appId: string;
    @Field(() => String, { description: "Display name, at most 80 characters." })
    @MinLength(1)
    @MaxLength(80)
    name: string;
    @Field(() => String, { description: "Short text for buyers, at most 300 characters." })
    @MaxLength(300)
    description: string;
    @Field(() => String, { defaultValue: "USD", description: "Currency of its prices as an ISO 4217 code." })
    @Matches(/^[A-Za-z]{3}$/)
    currency: string;
  }
  return NewOffer as unknown as abstract new () => T & NewOffer;
}

/** Adds to the settings of an offer the texts that can be changed later. */
export function offerChangeOf<T extends OfferSettings>(Settings: SettingsClass<T>) {
  @InputType()
  abstract class OfferChange extends (Settings as SettingsClass<OfferSettings>) {
    @Field(() => String, { nullable: true, description: "Display name, at most 80 characters." })
    @IsOptional()
    @MinLength(1)
    @MaxLength(80)
    name?: string | null;
    @Field(() => String, { nullable: true, description: "Short text for buyers, at most 300 characters." })
    @IsOptional()
    @MaxLength(300)
    description?: string | null;
  }
  return OfferChange as unknown as abstract new () => T & OfferChange;
}
