import type { Stripe } from "stripe";
import { z } from "zod";
import { listPage, listParams } from "../lists.ts";
import type { Params } from "../params.ts";
import type { Processor, ProcessorRoutes } from "../processor-context.ts";
import { badRequest, ProcessorError } from "../processor-error.ts";
import { changeAccount } from "./account-changes.ts";
import { newAccount } from "./account-object.ts";
import { applicationId } from "./application-fees.ts";
import { createAccountLink } from "./onboarding.ts";

const requireSchema = z.strictObject({ fields: z.array(z.string()).max(20) });

/**
 * `/v1/accounts`, `/v1/account_links` and `/oauth/deauthorize`: accounts of other businesses that the platform works for.
 * Controls: `POST /accounts/{id}/require {fields}` is the processor's demand for data, without which the account takes no
 * payments; `POST /accounts/{id}/deauthorize` is the business leaving the platform in its own dashboard.
 */
export const accountRoutes: ProcessorRoutes = (scope, processor) => {
  const { state } = processor;
  const find = (params: Record<string, string>) => {
    const account = state.require("account", params["account"]!, "account", 404);
    if (state.aside(account.id)["isDeauthorized"] === true) throw accessRevoked(account.id);
    return account;
  };
  scope.post("/v1/accounts", ({ input }) => createAccount(processor, input));
  scope.get("/v1/accounts", ({ input }) => {
    input.allow(...listParams);
    return listPage(input, state.list("account"), "/v1/accounts");
  });
  scope.get("/v1/accounts/:account", ({ params }) => find(params));
  scope.post("/v1/account_links", ({ input }) => createAccountLink(processor, input));
  scope.post("/oauth/deauthorize", ({ input }) => {
    input.allow("client_id", "stripe_user_id");
    if (input.requiredString("client_id") !== applicationId)
      throw badRequest("No such application.", "client_id");
    const account = find({ account: input.requiredString("stripe_user_id") });
    deauthorize(processor, account);
    return { stripe_user_id: account.id };
  });
  scope.control("/accounts/:account/require", requireSchema, ({ fields }, params) =>
    changeAccount(processor, find(params), fields),
  );
  scope.control("/accounts/:account/deauthorize", z.strictObject({}), (_body, params) => {
    deauthorize(processor, find(params));
    return {};
  });
};

function deauthorize({ state, events }: Processor, { id }: Stripe.Account): void {
  state.within(id, () =>
    events.emit("account.application.deauthorized", {
      id: applicationId,
      object: "application",
      name: "Platform",
    }),
  );
  state.setAside(id, { isDeauthorized: true });
}

function createAccount({ state, clock }: Processor, input: Params): Stripe.Account {
  input.allow("business_profile", "capabilities", "controller", "country", "email", "metadata");
  const controller = input.hash("controller");
  controller.allow("fees", "losses", "requirement_collection", "stripe_dashboard");
  const [fees, losses] = [controller.hash("fees"), controller.hash("losses")];
  const dashboard = controller.hash("stripe_dashboard").oneOf("type", ["express", "full", "none"]) ?? "full";
  const payer = fees.oneOf("payer", ["account", "application"]) ?? "account";
  const payments = losses.oneOf("payments", ["application", "stripe"]) ?? "stripe";
  if (dashboard === "express" && payments === "stripe")
    throw badRequest("Accounts with the Express Dashboard need losses of the application.", "controller");
  const wanted = input.hash("capabilities");
  wanted.allow("card_payments", "transfers");
  const profile = input.hash("business_profile");
  profile.allow("name", "url");
  return state.add(
    newAccount({
      country: (input.string("country") ?? "US").toUpperCase(),
      email: input.string("email"),
      created: clock.seconds(),
      controller: {
        fees: { payer },
        losses: { payments },
        requirement_collection:
          controller.oneOf("requirement_collection", ["application", "stripe"]) ?? "stripe",
        stripe_dashboard: { type: dashboard },
      },
      capabilities: (["card_payments", "transfers"] as const).filter(
        (name) => wanted.hash(name).boolean("requested") === true,
      ),
      businessName: profile.string("name"),
      businessUrl: profile.string("url"),
      metadata: input.metadata(),
    }),
  );
}

function accessRevoked(id: string): ProcessorError {
  const message = `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`;
  return new ProcessorError(403, "invalid_request_error", message, { code: "account_invalid" });
}
