import { getMetadataStorage, validateSync, type ValidatorOptions } from "class-validator";
import { ArgumentValidationError } from "type-graphql";

const options: ValidatorOptions = {
  skipMissingProperties: false,
  forbidUnknownValues: false,
  validationError: { target: false, value: false },
};

/** Input types by whether they have constraints of their own. */
const constrained = new Map<unknown, boolean>();

/**
 * Validates an argument by the constraints of its class. Throws ArgumentValidationError with all faults. All
 * our constraints are synchronous; types without constraints are skipped.
 */
export function validateArgument(value: unknown): void {
  const values = Array.isArray(value) ? value : [value];
  const faults = values.filter(isConstrained).flatMap((item) => validateSync(item, options));
  if (faults.length > 0) throw new ArgumentValidationError(faults);
}

function isConstrained(value: unknown): value is object {
  if (value === null || typeof value !== "object") return false;
  const type = value.constructor;
  let known = constrained.get(type);
  if (known === undefined) {
    known = getMetadataStorage().getTargetValidationMetadatas(type, "", false, false).length > 0;
    constrained.set(type, known);
  }
  return known;
}
