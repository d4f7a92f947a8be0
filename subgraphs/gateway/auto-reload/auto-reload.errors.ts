import { DomainError } from "../../../src/errors.ts";

/** 404: not on sale for the app. */
export function packageNotFound(): DomainError {
  return new DomainError(
    "PACKAGE_NOT_FOUND",
    "Credit package not found. Choose a package that is on sale for the app.",
  );
}

/** 400: the monthly cap would never allow a purchase. */
export function capBelowPackage(monthlyCap: number, packagePriceCents: number): DomainError {
  return new DomainError(
    "CAP_BELOW_PACKAGE",
    `The monthly cap is below the package price. Set monthlyCap to at least ${packagePriceCents} cents.`,
    {
      monthlyCap,
      packagePriceCents,
    },
  );
}

/** 409: no payment method to charge. */
export function noPaymentMethod(): DomainError {
  return new DomainError("NO_PAYMENT_METHOD", "No default payment method. Save one first.");
}
