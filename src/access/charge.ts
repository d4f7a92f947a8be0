import type { EntityManager } from "@mikro-orm/postgresql";
import { randomUUID } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import type { CallContext, RequestContext } from "../context.ts";
import { isRepeatKey } from "../repeat-key.ts";
import { ruleFor } from "./shield.ts";
import type { RuleMap } from "./rules.ts";

/** Credits that are set aside for one operation. */
export interface HeldCharge {
  /** Null when the operation is free. */
  holdId: string | null;
  amountHundredths: number;
}

/** What a charged subgraph needs of the ledger. All three are safe to call again. */
export interface CreditsPort {
  /**
   * Sets the price of `operation` aside, of several units at once where it is charged by use. The same `key` finds the
   * same hold while it is pending or captured. Throws 402 INSUFFICIENT_CREDITS when the account cannot pay.
   */
  hold(
    call: CallContext,
    request: { operation: string; appId: string; key: string; units?: number },
  ): Promise<HeldCharge>;
  /** Takes the held credits, or only so many of them. A second capture changes nothing and answers a charge of 0. */
  capture(
    call: CallContext,
    holdId: string,
    amountHundredths?: number,
  ): Promise<{ chargedHundredths: number; balanceHundredths: number }>;
  /** Gives the held credits back, unless they were captured. */
  release(call: CallContext, holdId: string): Promise<void>;
}

export interface ChargingOptions {
  credits(ctx: RequestContext): CreditsPort;
  /**
   * Records, in the transaction of the effect, that the hold is owed. A crash after the commit then neither loses
   * the charge (it is settled later) nor charges twice (capturing is idempotent).
   */
  settleLater(em: EntityManager, ctx: RequestContext, holdId: string): Promise<void>;
  /** Mutations that may refuse before anything is set aside: they charge the work that they hand to `ctx.charged`. */
  chargedWithin?: ReadonlySet<string>;
}

/**
 * Wraps every field whose rule names a cost, but for those that charge what is used by themselves: its price is held before,
 * captured after success, released on failure. A failed call and a replay are free, whatever door they came through.
 */
export function chargeFields(schema: GraphQLSchema, rules: RuleMap, options: ChargingOptions): void {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const [name, field] of Object.entries(root?.getFields() ?? {})) {
      const facts = ruleFor(rules, root!.name, name)?.facts;
      const resolve = field.resolve;
      if (!facts?.cost || facts.byUse || !resolve) continue;
      const { cost, app } = facts;
      const isMutation = root === schema.getMutationType();
      field.resolve = (parent, args, ctx: RequestContext, info) => {
        const own = (isMutation ? lastingKey(ctx) : null) ?? randomUUID();
        const charge = {
          operation: cost,
          appId: ctx.appId ?? app ?? "central",
          key: `${name}:${ctx.principal.id}:${own}`,
        };
        const charged = <T>(work: (inner: RequestContext) => Promise<T>) =>
          runCharged(charge, ctx, options, work);
        if (isMutation && options.chargedWithin?.has(name))
          return resolve(parent, args, { ...ctx, charged }, info);
        return charged(async (inner) => resolve(parent, args, inner, info));
      };
    }
  }
}

/** Only a mutation replays by its key, and only a key that lasts may stand for one payment; any other call pays each time. */
function lastingKey({ idempotencyKey }: RequestContext): string | null {
  return idempotencyKey !== null && isRepeatKey(idempotencyKey) ? null : idempotencyKey;
}

async function runCharged<T>(
  charge: { operation: string; appId: string; key: string },
  ctx: RequestContext,
  options: ChargingOptions,
  work: (ctx: RequestContext) => Promise<T>,
): Promise<T> {
  const credits = options.credits(ctx);
  const { holdId } = await credits.hold(ctx, charge);
  if (holdId === null) return work(ctx);
  const own: RequestContext = {
    ...ctx,
    beforeCommit: async (em, result) => {
      await ctx.beforeCommit?.(em, result);
      if (!ctx.meter.replayed) await options.settleLater(em, ctx, holdId);
    },
  };
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
  await settle(credits, ctx, holdId);
  return result;
}

/** The effect is done and the charge is on record; trouble here must not turn the answer into a failure. */
async function settle(credits: CreditsPort, ctx: RequestContext, holdId: string): Promise<void> {
  try {
    if (ctx.meter.replayed) return await credits.release(ctx, holdId);
    const { chargedHundredths, balanceHundredths } = await credits.capture(ctx, holdId);
    ctx.meter.chargedHundredths += chargedHundredths;
    ctx.meter.remainingHundredths = balanceHundredths;
  } catch (error) {
    ctx.log.warn({ err: error, holdId }, "charge is settled later");
  }
}
