import type { Logger } from "pino";
import type { ACHClass, PlaidApi, TransferNetwork, TransferType } from "plaid";
import { z } from "zod";
import { createPlaidClient, type PlaidClientOptions } from "../../../../src/plaid/plaid-client.ts";
import { isPassing, readPlaidError } from "../../../../src/plaid/plaid-error.ts";
import { PayoutFault, type PayoutProvider, type TransferNews } from "./payouts.port.ts";

export interface PlaidTransferOptions extends Omit<PlaidClientOptions, "secret"> {
  /** Null when the provider is not configured, or not to be used. */
  secret: string | null;
  isStandIn: boolean;
  log: Logger;
}

const token = z.string().min(1).max(200);
const accountSchema = z.object({ access_token: token, account_id: token });
const authorizationSchema = z.object({
  authorization: z.object({
    id: token,
    decision: z.enum(["approved", "declined", "user_action_required"]),
    decision_rationale: z.object({ code: z.string() }).nullish(),
  }),
});
const transferSchema = z.object({ transfer: z.object({ id: token }) });
const code = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .nullish()
  .catch(null);
const eventsSchema = z.object({
  transfer_events: z.array(
    z.object({
      event_id: z.int().min(0),
      timestamp: z.iso.datetime({ offset: true }),
      event_type: z.string(),
      transfer_id: z.string(),
      failure_reason: z.object({ ach_return_code: code, failure_code: code }).nullish(),
    }),
  ),
  has_more: z.boolean(),
});

const news: readonly string[] = [
  "pending",
  "posted",
  "settled",
  "funds_available",
  "failed",
  "cancelled",
  "returned",
];
/** Text on the account statement; at most 10 characters on the ACH network. */
const description = "PAYROLL";

/**
 * Plaid Transfer as the payout provider, over Plaid's SDK. Employers are debited as companies (CCD) into the platform's
 * ledger balance there, and employees credited from it (PPD).
 */
export function createPlaidTransfer(options: PlaidTransferOptions): PayoutProvider {
  const { secret, isStandIn, log } = options;
  let loading: Promise<PlaidApi> | null = null;
  const ask: Ask = async (call, schema) => {
    if (secret === null) throw new PayoutFault("unconfigured");
    const plaid = await (loading ??= createPlaidClient({ ...options, secret }));
    let data: unknown;
    try {
      ({ data } = await call(plaid));
    } catch (thrown) {
      throw toFault(thrown, log);
    }
    const parsed = schema.safeParse(data);
    if (!parsed.success) {
      log.error("The payout provider sent an unreadable response");
      throw new PayoutFault("unavailable", "UNREADABLE_ANSWER");
    }
    return parsed.data;
  };
  return { isConfigured: secret !== null, isStandIn, ...transferCalls(ask) };
}

type Ask = <Schema extends z.ZodType>(
  call: (plaid: PlaidApi) => Promise<{ data: unknown }>,
  schema: Schema,
) => Promise<z.output<Schema>>;

function transferCalls(ask: Ask): Omit<PayoutProvider, "isConfigured" | "isStandIn"> {
  return {
    openAccount: async ({ accountNumber, routingNumber, accountType }) => {
      const request = {
        account_number: accountNumber,
        routing_number: routingNumber,
        account_type: accountType,
      };
      const found = await ask((plaid) => plaid.transferMigrateAccount(request), accountSchema);
      return { accessToken: found.access_token, accountId: found.account_id };
    },
    authorize: async ({ key, account, kind, amountCents, legalName }) => {
      const request = {
        access_token: account.accessToken,
        account_id: account.accountId,
        type: kind as TransferType,
        network: "ach" as TransferNetwork,
        ach_class: (kind === "debit" ? "ccd" : "ppd") as ACHClass,
        amount: dollars(amountCents),
        user: { legal_name: legalName },
        idempotency_key: key,
      };
      const { authorization } = await ask(
        (plaid) => plaid.transferAuthorizationCreate(request),
        authorizationSchema,
      );
      const { id, decision, decision_rationale: why } = authorization;
      if (decision === "approved") return { authorizationId: id };
      return { declined: code.parse(why?.code) ?? decision.toUpperCase() };
    },
    createTransfer: async ({ account, authorizationId, amountCents, reference }) => {
      const request = {
        access_token: account.accessToken,
        account_id: account.accountId,
        authorization_id: authorizationId,
        amount: dollars(amountCents),
        description,
        metadata: { reference },
      };
      const { transfer } = await ask((plaid) => plaid.transferCreate(request), transferSchema);
      return { transferId: transfer.id };
    },
    readEvents: async (afterId) => {
      const request = { after_id: afterId, count: 25 };
      const page = await ask((plaid) => plaid.transferEventSync(request), eventsSchema);
      const events = page.transfer_events.map(
        ({ event_id, timestamp, event_type, transfer_id, failure_reason: why }) => ({
          eventId: event_id,
          transferId: transfer_id,
          type: news.includes(event_type) ? (event_type as TransferNews) : null,
          failureCode: why?.ach_return_code ?? why?.failure_code ?? null,
          occurredAt: new Date(timestamp),
        }),
      );
      return { events, hasMore: page.has_more };
    },
  };
}

function toFault(thrown: unknown, log: Logger): PayoutFault {
  const error = readPlaidError(thrown);
  const fault = new PayoutFault(isPassing(error) ? "unavailable" : "refused", error.code);
  log.warn({ ...error, kind: fault.kind }, "The payout provider returned an error");
  return fault;
}

function dollars(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
