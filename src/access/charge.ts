import type { EntityManager } from "@mikro-orm/postgresql";
import { randomUUID } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import { copyContext, type CallContext, type ChargedUse, type RequestContext } from "../context.ts";
import { isDedupeKey } from "../dedupe-key.ts";
import { ruleFor } from "./shield.ts";
import type { RuleMap } from "./rules.ts";

/** Credits that are set aside for one operation. */
export interface HeldCharge {
  /** Null when the operation is free. */
  holdId: string | null;
  amountHundredths: number;
}

/** The ledger operations that a charged subgraph needs. Hold, capture and release are idempotent. */
export interface CreditsPort {
  /**
   * Reserves the price of `operation`, for several units at once when it is charged by use. The same `key`
   * finds the same hold while it is pending or captured. Throws 402 INSUFFICIENT_CREDITS when the account
   * cannot pay.
   */
  hold(
    call: CallContext,
    request: { operation: string; appId: string; key: string; units?: number },
  ): Promise<HeldCharge>;
  /**
   * Captures the held credits, or only `amountHundredths` of them. A second capture changes nothing and returns
   * a charge of 0.
   */
  capture(call: CallContext, holdId: string, amountHundredths?: number): Promise<Charge>;
  /** Gives the held credits back, unless they were captured. */
  release(call: CallContext, holdId: string): Promise<void>;
  /** The price of one unit of `operation` by the price list, in hundredths; 0 when it is free. Reserves nothing. */
  price(call: CallContext, request: { operation: string; appId: string }): Promise<number>;
  /** Takes the price of `operation`, which changed nothing and is done. Throws 402 INSUFFICIENT_CREDITS. */
  charge(call: CallContext, request: { operation: string; appId: string }): Promise<Charge>;
}

/** The amount charged and the account's balance afterwards; null when the operation was free. */
export interface Charge {
  chargedHundredths: number;
  balanceHundredths: number | null;
}

export interface ChargingOptions {
  credits(ctx: RequestContext): CreditsPort;
  /**
   * Records, in the transaction of the effect, that the hold is owed (or only part of it). A crash after the
   * commit then neither loses the charge (it is settled later) nor charges twice (capture is idempotent).
   */
  settleLater(
    em: EntityManager,
    ctx: RequestContext,
    holdId: string,
    amountHundredths?: number,
  ): Promise<void>;
  /**
   * Mutations that may refuse before anything is set aside: they charge the work that they hand to
   * `ctx.charged`.
   */
  chargedWithin?: ReadonlySet<string>;
}

/**
 * Wraps every field whose rule names a cost, except those whose use case charges by use. A mutation's price is
 * held before, captured after success, released on failure. A query is charged when its result is known, and
 * the result is withheld when the account cannot pay. Failed requests, replays and internal requests are free,
 * through every door.
 */
export function chargeFields(schema: GraphQLSchema, rules: RuleMap, options: ChargingOptions): void {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const [name, field] of Object.entries(root?.getFields() ?? {})) {
      const facts = ruleFor(rules, root!.name, name)?.facts;
      const { resolve } = field;
      const isByUse = facts?.byUse && !options.chargedWithin?.has(name);
      if (!facts?.cost || isByUse || !resolve) continue;
      const priced = { name, operation: facts.cost, app: facts.app ?? "central" };
      const pay = root === schema.getMutationType() ? payForChange : payForReading;
      field.resolve = (parent, args, ctx: RequestContext, info) => {
        const work = async (inner: RequestContext): Promise<unknown> => resolve(parent, args, inner, info);
        return ctx.principal.kind === "internal" ? work(ctx) : pay(priced, ctx, options, work);
      };
    }
  }
}

/** A field that is charged: under which operation, and in which app where the call names none. */
interface PricedField {
  name: string;
  operation: string;
  app: string;
}

type Work = (ctx: RequestContext) => Promise<unknown>;

async function payForReading(
  { operation, app }: PricedField,
  ctx: RequestContext,
  options: ChargingOptions,
  work: Work,
): Promise<unknown> {
  const result = await work(ctx);
  if (result instanceof Error) throw result;
  recordCharge(ctx, await options.credits(ctx).charge(ctx, { operation, appId: ctx.appId ?? app }));
  return result;
}

function payForChange(
  { name, operation, app }: PricedField,
  ctx: RequestContext,
  options: ChargingOptions,
  work: Work,
): Promise<unknown> {
  const own = lastingKey(ctx) ?? randomUUID();
  const charge = { operation, appId: ctx.appId ?? app, key: `${name}:${ctx.principal.id}:${own}` };
  const charged = <T>(inner: (ctx: RequestContext) => Promise<T>, use?: ChargedUse<T>) =>
    runCharged(charge, ctx, options, inner, use);
  return options.chargedWithin?.has(name) ? work(copyContext(ctx, { charged })) : charged(work);
}

/** Headers report the sum of all charges of a request and the balance after the last one. */
function recordCharge({ meter }: RequestContext, { chargedHundredths, balanceHundredths }: Charge): void {
  meter.chargedHundredths += chargedHundredths;
  if (balanceHundredths !== null) meter.remainingHundredths = balanceHundredths;
}

/**
 * Only a mutation replays by its key, and only a stored key may represent one payment. Any other request pays
 * each time.
 */
function lastingKey({ idempotencyKey }: RequestContext): string | null {
  return idempotencyKey !== null && isDedupeKey(idempotencyKey) ? null : idempotencyKey;
}

async function runCharged<T>(
  charge: { operation: string; appId: string; key: string },
  ctx: RequestContext,
  options: ChargingOptions,
  work: (ctx: RequestContext) => Promise<T>,
  use?: ChargedUse<T>,
): Promise<T> {
  const credits = options.credits(ctx);
  const { holdId, amountHundredths } = await credits.hold(
    ctx,
    use ? { ...charge, units: use.units } : charge,
  );
  if (holdId === null) return work(ctx);
  const owed = (result: unknown) => use && Math.round((amountHundredths / use.units) * use.used(result as T));
  const own = copyContext(ctx, {
    beforeCommit: async (em, result) => {
      await ctx.beforeCommit?.(em, result);
      if (!ctx.meter.replayed) await options.settleLater(em, ctx, holdId, owed(result));
    },
  });
  let result: T;
  try {
    result = await work(own);
    if (result instanceof Error) throw result;
  } catch (error) {
    await credits
      .release(ctx, holdId)
      .catch((cause: unknown) => ctx.log.warn({ err: cause, holdId }, "release failed"));
    throw error;
  }
  await settle(credits, ctx, holdId, owed(result));
  return result;
}

/** The effect is committed and the charge is recorded. An error here must not turn the response into a failure. */
async function settle(
  credits: CreditsPort,
  ctx: RequestContext,
  holdId: string,
  owed: number | undefined,
): Promise<void> {
  try {
    if (ctx.meter.replayed) return await credits.release(ctx, holdId);
    const charge = await credits.capture(ctx, holdId, owed);
    recordCharge(ctx, charge);
  } catch (error) {
    ctx.log.warn({ err: error, holdId }, "charge is settled later");
  }
}
