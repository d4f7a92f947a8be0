import { z } from "zod";
import type { BankRoutes } from "./bank-context.ts";
import { invalidInput } from "./bank-error.ts";
import { itemObject, requireItem } from "./item-object.ts";
import { accountsOf } from "./ledger.ts";

const tokenSchema = z.object({ access_token: z.string() });

/** Logins and their accounts. */
export const itemRoutes: BankRoutes = (scope, { state, webhooks }) => {
  scope.api("/item/get", tokenSchema, ({ access_token }) => ({
    item: itemObject(requireItem(state, access_token, true)),
    status: null,
  }));
  scope.api("/item/remove", tokenSchema, ({ access_token }) => {
    const item = state.itemByToken(access_token);
    if (!item) throw invalidInput("INVALID_ACCESS_TOKEN", "could not find matching access token");
    state.data.items = state.data.items.filter((other) => other !== item);
    state.touch();
    return {};
  });
  for (const path of ["/accounts/get", "/accounts/balance/get"]) {
    scope.api(path, tokenSchema, ({ access_token }) => {
      const item = requireItem(state, access_token);
      return { accounts: accountsOf(item), item: itemObject(item) };
    });
  }
  scope.api("/sandbox/item/reset_login", tokenSchema, ({ access_token }) => {
    requireItem(state, access_token, true).error = "ITEM_LOGIN_REQUIRED";
    state.touch();
    return { reset_login: true };
  });
  scope.api(
    "/sandbox/item/fire_webhook",
    tokenSchema.extend({ webhook_code: z.literal("SYNC_UPDATES_AVAILABLE") }),
    ({ access_token, webhook_code }) => {
      const more = { initial_update_complete: true, historical_update_complete: true };
      webhooks.notify(requireItem(state, access_token, true), "TRANSACTIONS", webhook_code, more);
      return { webhook_fired: true };
    },
  );
};
