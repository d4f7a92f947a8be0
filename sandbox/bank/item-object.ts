import { errorObject, invalidInput, loginRequired, BankError } from "./bank-error.ts";
import { products } from "./institutions.ts";
import type { BankItemState, BankState } from "./state.ts";

/** The login that a token opens. `evenBroken`: also one that needs a new login. */
export function requireItem(state: BankState, accessToken: string, evenBroken = false): BankItemState {
  const item = state.itemByToken(accessToken);
  if (!item) throw invalidInput("INVALID_ACCESS_TOKEN", "could not find matching access token");
  if (item.isRevoked)
    throw new BankError("ITEM_ERROR", "USER_PERMISSION_REVOKED", "the user has revoked the permission");
  if (item.error !== null && !evenBroken) throw loginRequired();
  return item;
}

/** The login as the API shows it. */
export function itemObject(item: BankItemState) {
  return {
    item_id: item.itemId,
    institution_id: item.institutionId,
    webhook: item.webhook,
    error: item.error === null ? null : errorObject(loginRequired()),
    available_products: products.filter((product) => !item.products.includes(product)),
    billed_products: item.products,
    products: item.products,
    consent_expiration_time: item.consentExpiresAt,
    update_type: "background",
  };
}
