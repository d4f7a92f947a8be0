import { words } from "./words.ts";

/** Words of the errors about plans, packages and their prices. */
export const priceErrorWords = {
  PRICE_MISMATCH: words("The price in the request is not current.", "Read the price again and confirm it."),
  CAP_BELOW_PACKAGE: words(
    "The monthly cap is lower than the price of one package.",
    "Increase `monthlyCap`, or choose a smaller package.",
  ),
  PACKAGE_NOT_FOUND: words(
    "The credit package does not exist.",
    "List the packages with GET /credits/packages/{appId}.",
  ),
  PLAN_NOT_FOUND: words("The plan does not exist.", "List the plans with GET /payments/plans."),
  PACKAGE_EXISTS: words("A credit package with this ID exists already.", "Choose another ID."),
  PACKAGE_WITHOUT_PRICE: words(
    "The credit package has no price at the payment processor yet.",
    "Ask an administrator of the platform to create or link its price with updateCreditPackage.",
  ),
  PLAN_EXISTS: words("The app has this plan already.", "Update the plan."),
  PLAN_WITHOUT_PRICE: words(
    "The plan has no price at the payment processor yet.",
    "Ask an administrator of the platform to create or link its price with updatePlan.",
  ),
};
