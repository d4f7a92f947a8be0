import { z } from "zod";
import type { BankRoutes } from "./bank-context.ts";
import { invalidInput } from "./bank-error.ts";
import { findInstitution, institutionObject, institutions } from "./institutions.ts";
import { itemObject, requireItem } from "./item-object.ts";
import { accountsOf } from "./ledger.ts";
import { publicKeyObject } from "./signing-keys.ts";

const tokenSchema = z.object({ access_token: z.string() });
const codes = z.array(z.string().length(2)).min(1);

/** Logins and their accounts, banks, and the keys of webhooks. */
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
      webhooks.tell(requireItem(state, access_token, true), "TRANSACTIONS", webhook_code, more);
      return { webhook_fired: true };
    },
  );
  scope.api(
    "/institutions/search",
    z.object({
      query: z.string().min(1),
      products: z.array(z.string()).nullish(),
      country_codes: codes,
      options: z.object({ include_optional_metadata: z.boolean().optional() }).optional(),
    }),
    ({ query, country_codes, options }) => {
      const wanted = query.toLowerCase();
      const found = institutions.filter(
        (one) =>
          one.name.toLowerCase().includes(wanted) &&
          one.country_codes.some((code) => country_codes.includes(code)),
      );
      const optional = options?.include_optional_metadata ?? false;
      return { institutions: found.slice(0, 10).map((one) => institutionObject(one, { optional })) };
    },
  );
  scope.api(
    "/institutions/get_by_id",
    z.object({
      institution_id: z.string(),
      country_codes: codes,
      options: z
        .object({ include_optional_metadata: z.boolean().optional(), include_status: z.boolean().optional() })
        .optional(),
    }),
    ({ institution_id, options }) => {
      const found = findInstitution(institution_id);
      if (!found) throw invalidInput("INVALID_INSTITUTION", "invalid institution_id provided");
      const status = options?.include_status
        ? (state.data.institutionStatus[institution_id] ?? "HEALTHY")
        : null;
      const optional = options?.include_optional_metadata ?? false;
      return { institution: institutionObject(found, { optional, status }) };
    },
  );
  scope.api("/webhook_verification_key/get", z.object({ key_id: z.string() }), ({ key_id }) => {
    const key = state.data.keys.find(({ kid }) => kid === key_id);
    if (!key) throw invalidInput("INVALID_WEBHOOK_VERIFICATION_KEY_ID", "invalid key_id provided");
    return { key: publicKeyObject(key) };
  });
};
