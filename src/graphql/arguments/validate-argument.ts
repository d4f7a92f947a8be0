import { validateSync, type ValidatorOptions } from "class-validator";
import { ArgumentValidationError } from "type-graphql";
import { validityOf } from "./compile-validation.ts";

const options: ValidatorOptions = {
  skipMissingProperties: false,
  forbidUnknownValues: false,
  validationError: { target: false, value: false },
};

/**
 * Validates an argument by the constraints of its class. Throws ArgumentValidationError with all faults. All
 * our constraints are synchronous; types without constraints are skipped.
 */
export function validateArgument(value: unknown): void {
  if (value === null || typeof value !== "object") return;
  if (Array.isArray(value)) {
    const faults = value.flatMap((item) => faultsOf(item) ?? []);
    if (faults.length > 0) throw new ArgumentValidationError(faults);
    return;
  }
  const faults = faultsOf(value);
  if (faults && faults.length > 0) throw new ArgumentValidationError(faults);
}

/** Null for a valid object; class-validator finds and words the faults of all others. */
function faultsOf(value: unknown): ReturnType<typeof validateSync> | null {
  if (value === null || typeof value !== "object") return null;
  const isValid = validityOf(value.constructor);
  return isValid === null || isValid(value) ? null : validateSync(value, options);
}
