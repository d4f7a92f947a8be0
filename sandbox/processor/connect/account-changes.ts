import type { Stripe } from "stripe";
import { changedFields } from "../changed-fields.ts";
import type { Processor } from "../processor-context.ts";
import { enabledBy } from "./account-object.ts";

/** Applies what the account still has to enter, and says so. */
export function changeAccount(
  { state, events }: Processor,
  account: Stripe.Account,
  due: readonly string[],
): Stripe.Account {
  const changes = { ...enabledBy(account, due), ...(due.length === 0 ? { details_submitted: true } : {}) };
  const previous = changedFields(account, changes);
  state.change(account, changes);
  state.within(account.id, () => events.emit("account.updated", account, previous));
  return account;
}
