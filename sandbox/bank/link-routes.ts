import { z } from "zod";
import { sha256 } from "../../src/crypto/crypto.ts";
import { demoBankLogins } from "../../src/demo-identities.ts";
import { newToken } from "../../src/ids.ts";
import type { BankRoutes, BankWorld } from "./bank-context.ts";
import { invalidInput } from "./bank-error.ts";
import { findInstitution, products } from "./institutions.ts";
import { derivedId } from "./ledger.ts";
import { requireItem } from "./item-object.ts";
import type { BankItemState } from "./state.ts";

const linkTokenHours = 4;
const publicTokenMinutes = 30;

const linkSchema = z.object({
  client_name: z.string().min(1).max(30),
  language: z.string().min(2),
  country_codes: z.array(z.string().length(2)).min(1),
  user: z.object({ client_user_id: z.string().min(1) }),
  products: z.array(z.string()).min(1).optional(),
  webhook: z.url().optional(),
  access_token: z.string().optional(),
  redirect_uri: z.url().optional(),
});

const sandboxSchema = z.object({
  institution_id: z.string(),
  initial_products: z.array(z.string()).min(1),
  options: z
    .object({
      webhook: z.url().optional(),
      override_username: z.string().max(100).optional(),
      override_password: z.string().max(100).optional(),
    })
    .optional(),
  /** Stand-in only: the amount of data of the login. */
  stand_in: z
    .strictObject({
      accounts: z.int().min(1).max(30).default(2),
      transactions: z.int().min(0).max(100_000).default(48),
    })
    .optional(),
});

/** Logins: page tokens, and the exchange of a finished login. The public tokens of demo logins are accepted at any time. */
export const linkRoutes: BankRoutes = (scope, world) => {
  const { state, clock } = world;
  scope.api("/link/token/create", linkSchema, (request) => {
    const item = request.access_token === undefined ? null : requireItem(state, request.access_token, true);
    if (item === null && !request.products) throw invalidInput("INVALID_PRODUCT", "products are missing");
    const unknown = request.products?.find((product) => !knownProducts.has(product));
    if (unknown) throw invalidInput("INVALID_PRODUCT", "one of the products is not known");
    const token = `link-sandbox-${sha256(newToken()).toString("hex")}`;
    const { user, webhook = null } = request;
    state.data.linkTokens[token] = { userId: user.client_user_id, webhook, itemId: item?.itemId ?? null };
    state.touch();
    const expiration = new Date(clock.now().getTime() + linkTokenHours * 3_600_000).toISOString();
    return { link_token: token, expiration };
  });
  scope.api("/sandbox/public_token/create", sandboxSchema, (request) => {
    if (!findInstitution(request.institution_id))
      throw invalidInput("INVALID_INSTITUTION", "invalid institution_id provided");
    const item = newItem(world, request);
    state.data.items.push(item);
    return { public_token: newPublicToken(world, item) };
  });
  scope.api("/item/public_token/exchange", z.object({ public_token: z.string() }), ({ public_token }) => {
    const demoItem = openDemoItem(world, public_token);
    if (demoItem) return demoItem;
    const found = state.data.publicTokens[public_token];
    const item = found && state.itemById(found.itemId);
    if (!item || Date.parse(found.expiresAt) <= clock.now().getTime())
      throw invalidInput("INVALID_PUBLIC_TOKEN", "could not find matching public token");
    delete state.data.publicTokens[public_token];
    item.accessToken ??= newAccessToken();
    state.touch();
    return { access_token: item.accessToken, item_id: item.itemId };
  });
};

const knownProducts = new Set([...products, "investments", "liabilities", "assets"]);

function newItem(
  { state, clock }: BankWorld,
  { institution_id, initial_products, options = {}, stand_in }: z.output<typeof sandboxSchema>,
): BankItemState {
  const now = clock.now();
  return {
    itemId: derivedId("item", state.next(), newToken()),
    accessToken: null,
    institutionId: institution_id,
    login: options.override_username ?? "user_good",
    products: initial_products,
    webhook: options.webhook ?? null,
    createdAt: now.toISOString(),
    accountCount: stand_in?.accounts ?? 2,
    historyCount: stand_in?.transactions ?? 48,
    changes: [],
    error: null,
    isRevoked: false,
    consentExpiresAt: findInstitution(institution_id)!.oauth
      ? new Date(now.getTime() + 365 * 86_400_000).toISOString()
      : null,
    mutations: 0,
    isFirstRead: true,
  };
}

/** Stand-in only: a login of the demo is finished without a page, and each exchange of its token opens a new item. */
function openDemoItem(
  world: BankWorld,
  publicToken: string,
): { access_token: string; item_id: string } | null {
  const demo = Object.values(demoBankLogins).find((one) => one.publicToken === publicToken);
  if (!demo) return null;
  const accessToken = newAccessToken();
  const item = newItem(world, {
    institution_id: demo.institutionId,
    initial_products: ["transactions"],
    options: { override_username: demo.login },
    stand_in: { accounts: 2, transactions: 12 },
  });
  world.state.data.items.push({ ...item, accessToken });
  world.state.touch();
  return { access_token: accessToken, item_id: item.itemId };
}

function newAccessToken(): string {
  return `access-sandbox-${sha256(newToken()).toString("hex").slice(0, 36)}`;
}

function newPublicToken({ state, clock }: BankWorld, { itemId }: BankItemState): string {
  const token = `public-sandbox-${sha256(newToken()).toString("hex").slice(0, 36)}`;
  const expiresAt = new Date(clock.now().getTime() + publicTokenMinutes * 60_000).toISOString();
  state.data.publicTokens[token] = { itemId, expiresAt };
  state.touch();
  return token;
}
