import { ValidateBy } from "class-validator";
import { PROPERTY_TYPES } from "../properties/property.types.ts";
import { readBoundingBox, readPoint } from "./areas.ts";

const MOST_CHARACTERS = 200;

function textRule(name: string, message: string, isFine: (text: string) => boolean): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value: unknown) => typeof value === "string" && isFine(value),
      defaultMessage: () => `$property ${message}`,
    },
  });
}

/** At most 200 characters, blanks around it not counted. */
export function IsSearchText(): PropertyDecorator {
  return textRule(
    "textLength",
    `must have at most ${MOST_CHARACTERS} characters`,
    (text) => text.trim().length <= MOST_CHARACTERS,
  );
}

/** One or more property types with commas between. */
export function IsPropertyTypeList(): PropertyDecorator {
  return textRule("isIn", `must be one or more of ${PROPERTY_TYPES.join(", ")}`, (text) =>
    text.split(",").every((type) => PROPERTY_TYPES.some((known) => known === type.trim())),
  );
}

/** `west,south,east,north` in degrees. */
export function IsBoundingBox(): PropertyDecorator {
  return textRule(
    "boundingBox",
    "must be west,south,east,north in degrees",
    (text) => readBoundingBox(text) !== null,
  );
}

/** `latitude,longitude` in degrees. */
export function IsPoint(): PropertyDecorator {
  return textRule("point", "must be latitude,longitude in degrees", (text) => readPoint(text) !== null);
}
