import { z } from "zod";
import { DomainError } from "../../src/errors.ts";
import { replyFaultsSchema } from "../processor/reply-faults.ts";
import type { BankRoutes, BankWorld } from "./bank-context.ts";
import { errorObject, loginRequired } from "./bank-error.ts";
import { accountsOf, presentTransactions } from "./ledger.ts";
import { addTransactions, modifyTransaction, postTransaction, removeTransaction } from "./moves.ts";
import { publicKeyObject, rotateKey } from "./signing-keys.ts";
import type { BankItemState } from "./state.ts";
import { bankWebhookFaultsSchema } from "./webhooks.ts";

const nothing = z.strictObject({});
const amount = z.number().min(-1_000_000).max(1_000_000);

const movesSchema = z.strictObject({
  add: z.int().min(0).max(100_000).default(0),
  pending: z.boolean().default(false),
  amount: amount.optional(),
  modify: z
    .array(z.strictObject({ id: z.string(), amount: amount.optional(), name: z.string().optional() }))
    .default([]),
  remove: z.array(z.string()).default([]),
  /** Pending transactions that are posted. */
  post: z.array(z.string()).default([]),
  /** Whether the provider sends a webhook about it. */
  notify: z.boolean().default(true),
});

/**
 * The stand-in's controls. All are POST with JSON, except the first:
 *
 * GET /items                      the logins, newest first
 * /items/{id}/transactions        {add, pending, amount, modify, remove, post, notify}: changes on its accounts
 * /items/{id}/present             the current transactions
 * /items/{id}/mutate-during-sync  {times}: number of changes between pages of a sync
 * /items/{id}/require-login       the user must log in again
 * /items/{id}/repair              the user has logged in again
 * /items/{id}/revoke              the user has revoked the permission
 * /items/{id}/expire              {days}: the consent ends soon
 * /items/{id}/notify                {type, code}: sends any webhook about it
 * /items/{id}/webhook             {url}: sets the URL of its webhooks
 * /institutions/{id}/status       {status: HEALTHY|DEGRADED|DOWN}
 * /webhooks/faults                {hold, copies, drop}; {} ends them
 * /webhooks/release               {reversed, copies}: sends held webhooks
 * /webhooks/settled               responds after all queued webhooks were tried, with the attempts
 * /webhooks/rotate-key            signs with another key from now on
 * /replies/faults                 {lose, delayMs, path, times}: executes the request, but delays or drops the response
 */
export const controlRoutes: BankRoutes = (scope, world) => {
  const { state, webhooks, replyFaults } = world;
  const itemOf = (params: Record<string, string>): BankItemState => {
    const item = state.itemById(params["id"]!);
    if (!item) throw new DomainError("NOT_FOUND", "There is no such login.");
    return item;
  };
  const showItems = () => ({ items: state.data.items.toReversed().map(shown) });
  scope.control("/items", nothing, showItems, "GET");
  scope.control("/items/:id/transactions", movesSchema, (moves, params) =>
    makeMoves(world, itemOf(params), moves),
  );
  scope.control("/items/:id/present", nothing, (_body, params) => ({
    transactions: [...presentTransactions(itemOf(params)).values()],
  }));
  scope.control(
    "/items/:id/mutate-during-sync",
    z.strictObject({ times: z.int().min(0).max(100) }),
    (body, params) => {
      itemOf(params).mutations = body.times;
      state.touch();
      return { times: body.times };
    },
  );
  stateSwitches(scope, world, itemOf);
  scope.control(
    "/institutions/:id/status",
    z.strictObject({ status: z.enum(["HEALTHY", "DEGRADED", "DOWN"]) }),
    ({ status }, params) => {
      state.data.institutionStatus[params["id"]!] = status;
      state.touch();
      return { status };
    },
  );
  scope.control("/webhooks/faults", bankWebhookFaultsSchema, (faults) => ({
    faults: (webhooks.faults = faults),
  }));
  scope.control(
    "/webhooks/release",
    z.strictObject({ reversed: z.boolean().default(false), copies: z.int().min(1).max(100).default(1) }),
    (release) => ({ sent: webhooks.release(release) }),
  );
  scope.control("/webhooks/settled", nothing, async () => {
    await webhooks.settled();
    return { attempts: webhooks.attempts };
  });
  scope.control("/webhooks/rotate-key", nothing, async () =>
    publicKeyObject(await rotateKey(state, world.clock)),
  );
  scope.control("/replies/faults", replyFaultsSchema.partial(), (faults) => {
    if (Object.keys(faults).length === 0) replyFaults.clear();
    else replyFaults.set(replyFaultsSchema.parse(faults));
    return { faults };
  });
};

function stateSwitches(
  scope: Parameters<BankRoutes>[0],
  { state, webhooks, clock }: BankWorld,
  itemOf: (params: Record<string, string>) => BankItemState,
): void {
  const change = (params: Record<string, string>, changes: Partial<BankItemState>): BankItemState => {
    const item = Object.assign(itemOf(params), changes);
    state.touch();
    return item;
  };
  scope.control("/items/:id/require-login", nothing, (_body, params) => {
    const item = change(params, { error: "ITEM_LOGIN_REQUIRED" });
    webhooks.notify(item, "ITEM", "ERROR", { error: errorObject(loginRequired()) });
    return shown(item);
  });
  scope.control("/items/:id/repair", nothing, (_body, params) => {
    const item = change(params, { error: null });
    webhooks.notify(item, "ITEM", "LOGIN_REPAIRED");
    return shown(item);
  });
  scope.control("/items/:id/revoke", nothing, (_body, params) => {
    const item = change(params, { isRevoked: true });
    webhooks.notify(item, "ITEM", "USER_PERMISSION_REVOKED");
    return shown(item);
  });
  scope.control(
    "/items/:id/expire",
    z.strictObject({ days: z.int().min(0).max(365).default(7) }),
    (body, params) => {
      const consentExpiresAt = new Date(clock.now().getTime() + body.days * 86_400_000).toISOString();
      const item = change(params, { consentExpiresAt });
      webhooks.notify(item, "ITEM", "PENDING_EXPIRATION", { consent_expiration_time: consentExpiresAt });
      return shown(item);
    },
  );
  scope.control(
    "/items/:id/notify",
    z.strictObject({ type: z.enum(["ITEM", "TRANSACTIONS"]).default("ITEM"), code: z.string().max(100) }),
    ({ type, code }, params) => {
      webhooks.notify(itemOf(params), type, code);
      return { code };
    },
  );
  scope.control("/items/:id/webhook", z.strictObject({ url: z.url() }), ({ url }, params) =>
    shown(change(params, { webhook: url })),
  );
}

function makeMoves(world: BankWorld, item: BankItemState, moves: z.output<typeof movesSchema>) {
  const { add, pending, modify, remove, post, notify } = moves;
  const added = addTransactions(world, item, add, { pending, amount: moves.amount });
  for (const { id, ...changes } of modify) modifyTransaction(world, item, id, changes);
  const posted = post.map((id) => postTransaction(world, item, id, moves.amount));
  for (const id of remove) removeTransaction(world, item, id);
  const updates = { initial_update_complete: true, historical_update_complete: true };
  if (notify) world.webhooks.notify(item, "TRANSACTIONS", "SYNC_UPDATES_AVAILABLE", updates);
  return { added, posted };
}

function shown(item: BankItemState) {
  const { itemId, institutionId, login, createdAt, error, isRevoked, accessToken } = item;
  const state = error ?? (isRevoked ? "USER_PERMISSION_REVOKED" : null);
  const accounts = accountsOf(item).map(({ account_id: id, name, mask, subtype, type }) => ({
    id,
    name,
    mask,
    subtype,
    type,
  }));
  return {
    itemId,
    institutionId,
    login,
    createdAt,
    isExchanged: accessToken !== null,
    error: state,
    accounts,
  };
}
