import { DomainError, type FieldFault } from "../../../src/errors.ts";
import { formSteps, type FormStatus } from "./forms/form-states.ts";

export const businessNotFound = () =>
  new DomainError("BUSINESS_NOT_FOUND", "Business not found. Check the businessId.");
export const formNotFound = () => new DomainError("FORM_NOT_FOUND", "Tax form not found. Check the formId.");

/** Numbers and forms that break a rule. Neither message nor details contain the input. */
export const invalidTin = (fields: readonly FieldFault[]) =>
  new DomainError(
    "INVALID_TIN",
    "A taxpayer identification number is not valid. Correct the listed fields.",
    { fields },
  );
export const invalidForm = (fields: readonly FieldFault[]) =>
  new DomainError(
    "INVALID_TAX_FORM",
    "The form is not valid for its type and tax year. Correct the listed fields.",
    { fields },
  );

export const alreadyFiled = (formId: string, currentState: FormStatus) =>
  new DomainError("FORM_ALREADY_FILED", "This form was already filed. Correct or void that form instead.", {
    formId,
    currentState,
    allowed: formSteps[currentState],
  });

export const stateConflict = (currentState: FormStatus) =>
  new DomainError(
    "FORM_STATE_CONFLICT",
    `This is not possible while the form is ${currentState}. Check its status first.`,
    {
      currentState,
      allowed: formSteps[currentState],
    },
  );

/** The provider is unreachable, or its response is invalid. Its own text is dropped. */
export function providerError(
  details: { retryable: boolean; configured?: false },
  cause?: unknown,
): DomainError {
  const message = details.retryable
    ? "The tax-filing provider is unavailable. Try again later."
    : "The tax filing provider cannot process the request. Try again later.";
  return new DomainError("TAX_PROVIDER_ERROR", message, details, { cause });
}
