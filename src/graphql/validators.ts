import { ValidateBy } from "class-validator";

/** The least amount of a `Credits` input, in credits; the value itself arrives in hundredths. */
export function MinCredits(min: number): PropertyDecorator {
  return ValidateBy({
    name: "minCredits",
    constraints: [min],
    validator: {
      validate: (value: unknown) => typeof value === "number" && value >= Math.round(min * 100),
      defaultMessage: () => `$property must not be less than ${min}`,
    },
  });
}
