import { ValidateBy, type ValidationOptions } from "class-validator";
import { textFormats, type TextFormatName } from "./text-formats.ts";

/** Maximum number of characters of a signed body. Doors accept no more bytes than that. */
export const maxSignedBody = 1_048_576;

/** The least amount of a `Credits` input, in credits; the value itself arrives in hundredths. */
export function MinCredits(min: number): PropertyDecorator {
  return ValidateBy({
    name: "minCredits",
    constraints: [min],
    validator: {
      validate: (value: unknown) => typeof value === "number" && value >= Math.round(min * 100),
      defaultMessage: () => `$property must be at least ${min}`,
    },
  });
}

/** The most of a `Credits` input, in credits. */
export function MaxCredits(max: number): PropertyDecorator {
  return ValidateBy({
    name: "maxCredits",
    constraints: [max],
    validator: {
      validate: (value: unknown) => typeof value === "number" && value <= Math.round(max * 100),
      defaultMessage: () => `$property must be at most ${max}`,
    },
  });
}

/** A text, or with `each` every text of a list, that has one of our formats. Doors check the same. */
export function HasFormat(name: TextFormatName, options: ValidationOptions = {}): PropertyDecorator {
  const { isValid, message } = textFormats[name];
  return ValidateBy(
    {
      name: "hasFormat",
      constraints: [name],
      validator: {
        validate: (value: unknown) => typeof value === "string" && isValid(value),
        defaultMessage: () => `$property ${message}`,
      },
    },
    options,
  );
}
