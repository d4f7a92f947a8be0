import { z } from "zod";
import { sha256 } from "../../src/crypto/crypto.ts";
import { DomainError } from "../../src/errors.ts";
import { newToken } from "../../src/ids.ts";
import type { BankRoutes, BankWorld } from "./bank-context.ts";
import { invalidInput, invalidRequest } from "./bank-error.ts";
import type { StandInTransfer, TransferEventType } from "./transfer-state.ts";

const amount = z.string().regex(/^\d{1,9}\.\d{2}$/);
const accountSchema = z.object({
  account_number: z.string().regex(/^\d{1,17}$/),
  routing_number: z.string().regex(/^\d{9}$/),
  wire_routing_number: z.string().optional(),
  account_type: z.enum(["checking", "savings"]),
});
const authorizationSchema = z.object({
  access_token: z.string(),
  account_id: z.string(),
  type: z.enum(["debit", "credit"]),
  network: z.literal("ach"),
  ach_class: z.enum(["ccd", "ppd", "tel", "web"]),
  amount,
  user: z.object({ legal_name: z.string().min(1) }),
  idempotency_key: z.string().max(50).nullish(),
});
const createSchema = z.object({
  access_token: z.string(),
  account_id: z.string(),
  authorization_id: z.string(),
  amount: amount.optional(),
  description: z.string().min(1).max(10),
  metadata: z.record(z.string(), z.string()).nullish(),
});
const simulateSchema = z.object({
  transfer_id: z.string(),
  event_type: z.enum(["posted", "settled", "funds_available", "failed", "returned"]),
  failure_reason: z
    .object({ failure_code: z.string().nullish(), description: z.string().nullish() })
    .nullish(),
});

/** Status from which an event may be simulated, as the provider's sandbox has it. */
const before: Record<z.output<typeof simulateSchema>["event_type"], readonly TransferEventType[]> = {
  posted: ["pending"],
  failed: ["pending"],
  settled: ["posted"],
  funds_available: ["settled"],
  returned: ["posted", "settled", "funds_available"],
};

/**
 * Transfers over ACH: debits into a ledger balance, and credits from it. Money moves only where a control says so:
 *
 * /transfers/present  {}: transfers, events and the ledger balance
 * /transfers/auto     {on}: each reading of events moves transfers one step on; on at first, for the demo
 * /transfers/decline  {name, code}: authorizations for this holder are declined; {} ends it
 */
export const transferRoutes: BankRoutes = (scope, world) => {
  const { state } = world;
  const { transfers: book } = state.data;
  scope.api("/transfer/migrate_account", accountSchema, ({ account_number, routing_number }) => {
    const access_token = `access-sandbox-${sha256(newToken()).toString("hex").slice(0, 36)}`;
    const account_id = newId();
    book.accounts[access_token] = {
      accountId: account_id,
      // Equal numbers can be recognized, and are not kept.
      fingerprint: sha256(`${routing_number} ${account_number}`).toString("hex"),
    };
    state.touch();
    return { access_token, account_id };
  });
  scope.api("/transfer/authorization/create", authorizationSchema, (asked) => ({
    authorization: authorize(world, asked),
  }));
  scope.api("/transfer/create", createSchema, (asked) => ({ transfer: shown(createTransfer(world, asked)) }));
  scope.api(
    "/transfer/event/sync",
    z.object({ after_id: z.int().min(0), count: z.int().min(1).max(500).nullish() }),
    ({ after_id, count }) => {
      if (book.isAuto) moveAll(world);
      const limit = count ?? 100;
      const later = book.events.filter(({ event_id }) => event_id > after_id);
      return { transfer_events: later.slice(0, limit), has_more: later.length > limit };
    },
  );
  scope.api("/sandbox/transfer/simulate", simulateSchema, ({ transfer_id, event_type, failure_reason }) => {
    const transfer = book.transfers.find(({ id }) => id === transfer_id);
    if (!transfer) throw invalidInput("INVALID_TRANSFER_ID", "invalid transfer_id provided");
    if (!before[event_type].includes(transfer.status))
      throw invalidRequest("INVALID_FIELD", `cannot simulate ${event_type} of a ${transfer.status} transfer`);
    addEvent(world, transfer, event_type, failure_reason?.failure_code ?? null);
    return {};
  });
  scope.api("/sandbox/transfer/fire_webhook", z.object({ webhook: z.url() }), ({ webhook }) => {
    world.webhooks.announceTransfers(webhook);
    return {};
  });
  controls(scope, world);
};

function controls(scope: Parameters<BankRoutes>[0], { state }: BankWorld): void {
  const { transfers: book } = state.data;
  scope.control("/transfers/present", z.strictObject({}), () => ({
    transfers: book.transfers,
    events: book.events,
    accounts: Object.values(book.accounts),
    ledgerCents: ledgerCents(book),
  }));
  scope.control("/transfers/auto", z.strictObject({ on: z.boolean() }), ({ on }) => {
    book.isAuto = on;
    state.touch();
    return { on };
  });
  const declineSchema = z.strictObject({ name: z.string().optional(), code: z.string().default("RISK") });
  scope.control("/transfers/decline", declineSchema, ({ name, code }) => {
    book.declined = name === undefined ? null : { name, code };
    state.touch();
    return { declined: book.declined };
  });
}

function authorize({ state, clock }: BankWorld, asked: z.output<typeof authorizationSchema>) {
  const { transfers: book } = state.data;
  if (book.accounts[asked.access_token]?.accountId !== asked.account_id)
    throw invalidInput("INVALID_ACCESS_TOKEN", "could not find matching access token");
  const isWrongClass = asked.type === "credit" && !["ccd", "ppd"].includes(asked.ach_class);
  if (isWrongClass || (asked.type === "debit" && asked.ach_class === "ppd"))
    throw invalidRequest("INVALID_FIELD", "ach_class is not supported for this type");
  const key = asked.idempotency_key ?? null;
  const same = key === null ? undefined : book.authorizations.find((one) => one.key === key);
  if (same && (same.amount !== asked.amount || same.account_id !== asked.account_id))
    throw invalidRequest("IDEMPOTENCY_KEY_REUSED", "idempotency_key was used with other parameters");
  const made = same ?? {
    id: newId(),
    key,
    account_id: asked.account_id,
    type: asked.type,
    ach_class: asked.ach_class,
    amount: asked.amount,
    legalName: asked.user.legal_name,
    created: clock.now().toISOString(),
    ...decide(book, asked),
  };
  if (!same) {
    book.authorizations.push(made);
    state.touch();
  }
  const { id, created, decision, code } = made;
  const decision_rationale = code === null ? null : { code, description: "Decided by the stand-in." };
  return {
    id,
    created,
    decision,
    decision_rationale,
    guarantee_decision: null,
    guarantee_decision_rationale: null,
    payment_risk: null,
    proposed_transfer: { amount: made.amount, type: made.type, network: "ach", ach_class: made.ach_class },
  };
}

function createTransfer(
  world: BankWorld,
  { access_token, account_id, authorization_id, ...asked }: z.output<typeof createSchema>,
): StandInTransfer {
  const { transfers: book } = world.state.data;
  const known = book.transfers.find((one) => one.authorization_id === authorization_id);
  if (known) return known;
  const allowed = book.authorizations.find(({ id }) => id === authorization_id);
  const isOf = allowed?.account_id === account_id && book.accounts[access_token]?.accountId === account_id;
  if (!allowed || !isOf || allowed.decision !== "approved")
    throw invalidInput("INVALID_AUTHORIZATION_ID", "invalid authorization_id provided");
  if (asked.amount !== undefined && asked.amount !== allowed.amount)
    throw invalidRequest("INVALID_FIELD", "amount must be that of the authorization");
  const transfer: StandInTransfer = {
    id: newId(),
    authorization_id,
    account_id,
    type: allowed.type,
    ach_class: allowed.ach_class,
    amount: allowed.amount,
    description: asked.description,
    legalName: allowed.legalName,
    metadata: asked.metadata ?? null,
    status: "pending",
    created: world.clock.now().toISOString(),
  };
  book.transfers.push(transfer);
  addEvent(world, transfer, "pending");
  return transfer;
}

type Book = BankWorld["state"]["data"]["transfers"];

function decide(book: Book, { type, amount: wanted, user }: z.output<typeof authorizationSchema>) {
  const declined = (code: string) => ({ decision: "declined" as const, code });
  if (book.declined?.name === user.legal_name) return declined(book.declined.code);
  if (type === "credit" && toCents(wanted) > ledgerCents(book)) return declined("NSF");
  return { decision: "approved" as const, code: null };
}

/** What credits may be paid from: debits that are available, less credits that were allowed and did not come back. */
function ledgerCents({ transfers, authorizations }: Book): number {
  const failed = new Set(["failed", "cancelled", "returned"]);
  const ofId = new Map(transfers.map((one) => [one.authorization_id, one]));
  const debits = transfers.filter(({ type, status }) => type === "debit" && status === "funds_available");
  const credits = authorizations.filter(
    ({ id, type, decision }) =>
      type === "credit" && decision === "approved" && !failed.has(ofId.get(id)?.status ?? "pending"),
  );
  const sum = (rows: readonly { amount: string }[]) =>
    rows.reduce((total, one) => total + toCents(one.amount), 0);
  return sum(debits) - sum(credits);
}

function addEvent(
  { state, clock, webhooks, webhookUrl }: BankWorld,
  transfer: StandInTransfer,
  type: TransferEventType,
  code: string | null = null,
): void {
  transfer.status = type;
  state.data.transfers.events.push({
    event_id: state.next(),
    timestamp: clock.now().toISOString(),
    event_type: type,
    account_id: transfer.account_id,
    funding_account_id: null,
    transfer_id: transfer.id,
    origination_account_id: null,
    transfer_type: transfer.type,
    transfer_amount: transfer.amount,
    failure_reason:
      code === null
        ? null
        : { failure_code: code, ach_return_code: code.startsWith("R") ? code : null, description: "" },
    sweep_id: null,
    sweep_amount: null,
    refund_id: null,
    originator_client_id: null,
  });
  if (webhookUrl !== null) webhooks.announceTransfers(webhookUrl);
}

const nextStep: Partial<Record<TransferEventType, TransferEventType>> = {
  pending: "posted",
  posted: "settled",
};

function moveAll(world: BankWorld): void {
  for (const transfer of world.state.data.transfers.transfers) {
    const isAvailable = transfer.type === "debit" && transfer.status === "settled";
    const next = isAvailable ? "funds_available" : nextStep[transfer.status];
    if (next) addEvent(world, transfer, next);
  }
}

function shown({ legalName, ...transfer }: StandInTransfer) {
  return {
    ...transfer,
    network: "ach",
    iso_currency_code: "USD",
    user: { legal_name: legalName },
    failure_reason: null,
    cancellable: transfer.status === "pending",
  };
}

function toCents(text: string): number {
  if (!/^\d+\.\d{2}$/.test(text)) throw new DomainError("VALIDATION_ERROR", "An amount has two decimals.");
  return Number(text.replace(".", ""));
}

function newId(): string {
  const id = sha256(newToken()).toString("hex").slice(0, 32);
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join("-");
}
