import { DomainError, type FieldFault } from "../../../src/errors.ts";
import { formSteps, type FormStatus } from "./forms/form-states.ts";

export const businessNotFound = () => new DomainError("BUSINESS_NOT_FOUND", "There is no such business.");
export const formNotFound = () => new DomainError("FORM_NOT_FOUND", "There is no such form.");

/** Numbers and forms that break a rule. Neither message nor details tell what was sent. */
export const invalidTin = (fields: readonly FieldFault[]) =>
  new DomainError("INVALID_TIN", "A taxpayer identification number is not valid.", { fields });
export const invalidForm = (fields: readonly FieldFault[]) =>
  new DomainError("INVALID_TAX_FORM", "The form breaks rules of its kind and year.", { fields });

export const alreadyFiled = (formId: string, currentState: FormStatus) =>
  new DomainError("FORM_ALREADY_FILED", "This form is filed already.", {
    formId,
    currentState,
    allowed: formSteps[currentState],
  });

export const stateConflict = (currentState: FormStatus) =>
  new DomainError("FORM_STATE_CONFLICT", `A form that is ${currentState} does not allow this.`, {
    currentState,
    allowed: formSteps[currentState],
  });

/** The provider cannot be asked, or answered what nobody understands. Its own words stay out. */
export function providerError(
  details: { retryable: boolean; configured?: false },
  cause?: unknown,
): DomainError {
  return new DomainError("TAX_PROVIDER_ERROR", "The tax-filing provider cannot do this right now.", details, {
    cause,
  });
}
