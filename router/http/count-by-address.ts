import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { anonymous } from "../../src/access/principal.ts";
import { newMeter, type CallContext } from "../../src/context.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { Limits } from "../limits/limits.ts";

export interface AddressCountOptions {
  limits: Limits;
  log: Logger;
  publicUrl: string;
  /** The clock of requests that name no test time. */
  clock: Clock;
}

/** A class of requests with a limit of its own; absent for requests of the public class. */
export type Counting = { limit?: "webhook-in" };

/**
 * Counts a request without a principal against its address. Throws RATE_LIMIT_EXCEEDED for an address with too many
 * requests. A credential in the request is ignored.
 */
export async function countByAddress(
  { id: requestId, ip }: FastifyRequest,
  reply: FastifyReply,
  { clock, limit, options }: { clock: Clock; limit: Counting; options: AddressCountOptions },
): Promise<void> {
  const { limits, log, publicUrl } = options;
  const nobody = { principal: anonymous, appId: null, idempotencyKey: null };
  const call: CallContext = { ...nobody, requestId, clock, log, publicUrl, meter: newMeter() };
  const show = (headers: Record<string, string>) => void reply.headers(headers);
  limits.begin(call, { ip, isTestTime: clock !== options.clock, show });
  await limits.count(call, [{ access: limit, appId: null, units: 1 }]);
}
