import { ArrayMaxSize, IsOptional, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";

export const ProviderAssignment = { least_busy: "least_busy", round_robin: "round_robin" } as const;
export type ProviderAssignment = keyof typeof ProviderAssignment;
registerEnumType(ProviderAssignment, {
  name: "ProviderAssignment",
  description: "How a service chooses among free providers when the customer names none.",
  valuesConfig: {
    least_busy: { description: "The provider with the fewest bookings on that day." },
    round_robin: { description: "In turn, so that bookings are shared by the providers' weights." },
  },
});

@ObjectType({ description: "A provider's share of the bookings of a service in turns." })
export class ProviderWeight {
  @Field(() => ID, { description: "ID of the provider." })
  providerId: string;
  @Field(() => Int, { description: "Share in proportion to the weights of the others, 1 to 100." })
  weight: number;
}

@InputType({ description: "A provider's share of the bookings of a service in turns." })
export class ProviderWeightInput {
  @Field(() => ID, { description: "ID of the provider, one of `providerIds`." })
  @MaxLength(64)
  providerId: string;
  @Field(() => Int, { description: "Share in proportion to the weights of the others, 1 to 100." })
  @Min(1)
  @Max(100)
  weight: number;
}

@InputType({ description: "The complete list of providers for a service." })
export class SetServiceProvidersInput {
  @Field(() => ID, { description: "ID of the service." })
  @MaxLength(64)
  serviceId: string;
  @Field(() => [ID], {
    description:
      "IDs of all active providers who offer the service, at most 200. Providers not listed are removed.",
  })
  @ArrayMaxSize(200)
  @MaxLength(64, { each: true })
  providerIds: string[];
  @Field(() => [ProviderWeightInput], {
    nullable: true,
    description: "Shares with `round_robin`, at most 200. Providers without one have 1.",
  })
  @IsOptional()
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  weights?: ProviderWeightInput[] | null;
}
