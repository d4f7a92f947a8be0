import { z } from "zod";
import type { BankRoutes } from "./bank-context.ts";
import { invalidInput } from "./bank-error.ts";
import { findInstitution, institutionObject, institutions } from "./institutions.ts";
import { publicKeyObject } from "./signing-keys.ts";

const codes = z.array(z.string().length(2)).min(1);

/** Banks, and the keys of webhooks. */
export const institutionRoutes: BankRoutes = (scope, { state }) => {
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
