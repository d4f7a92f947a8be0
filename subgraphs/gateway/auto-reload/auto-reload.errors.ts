import { DomainError } from "../../../src/errors.ts";

/** 404: not on sale for the app. */
export function packageNotFound(): DomainError {
  return new DomainError("PACKAGE_NOT_FOUND", "There is no such package on sale.");
}

/** 400: the rule could never buy anything. */
export function capBelowPackage(monthlyCap: number, packagePriceCents: number): DomainError {
  return new DomainError("CAP_BELOW_PACKAGE", "The monthly cap is below the price of the package.", {
    monthlyCap,
    packagePriceCents,
  });
}

/** 409: there is nothing to charge. */
export function noPaymentMethod(): DomainError {
  return new DomainError("NO_PAYMENT_METHOD", "There is no default payment method; save one first.");
}
