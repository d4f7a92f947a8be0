import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { CallContext } from "../../src/context.ts";
import type { CallFactory } from "../http/call.ts";
import type { Limits } from "../limits/limits.ts";
import { usesOf } from "../limits/uses.ts";
import type { StoredOperation } from "../operations/registry.ts";
import { admit } from "../calls/run-operation.ts";

/** Calls made before the body of their request was read. */
export type EarlyCalls = WeakMap<FastifyRequest, CallContext>;

/**
 * For routes that accept larger bodies than the others: identifies and admits before any of the body is read, so that a
 * refused request is never buffered or parsed. Counts refused requests; the handler counts the others.
 */
export function admitBeforeBody(
  operation: StoredOperation,
  { makeCall, limits }: { makeCall: CallFactory; limits: Limits },
  {
    early,
    refuse,
  }: { early: EarlyCalls; refuse(reply: FastifyReply, call: CallContext | null, error: unknown): void },
): Pick<RouteOptions, "onRequest"> {
  return {
    onRequest: async (request, reply) => {
      if (!mayBeLarge(request)) return undefined;
      let call: CallContext | null = null;
      try {
        call = await makeCall(request, reply, { refusesApp: true });
        await countRefused(operation, call, limits);
        early.set(request, call);
      } catch (error) {
        refuse(reply, call, error);
        return reply;
      }
    },
  };
}

/** A body of a length that no other route refuses is read first, so that its refusal leaves an audit row. */
function mayBeLarge({ headers, server }: FastifyRequest): boolean {
  const length = Number(headers["content-length"] ?? Number.NaN);
  return !(length <= server.initialConfig.bodyLimit!);
}

async function countRefused(operation: StoredOperation, call: CallContext, limits: Limits): Promise<void> {
  try {
    admit(operation, call);
  } catch (refusal) {
    await limits.count(call, usesOf(operation, {}));
    throw refusal;
  }
}
