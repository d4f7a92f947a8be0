import { actorOf } from "./access/acting.ts";
import { internalPrincipal } from "./access/principal.ts";
import { newMeter, type CallContext } from "./context.ts";

/**
 * The call that a subgraph makes of another one as the platform itself, for the account of `call`. Copies field by field: the
 * rest of the context (transaction hooks, meter) stays in its subgraph, and so does the client's idempotency key.
 */
export function internalCallFrom(
  component: string,
  call: CallContext,
  idempotencyKey: string | null = null,
): CallContext {
  return {
    principal: internalPrincipal(component, call.principal.ownerId),
    requestId: call.requestId,
    appId: null,
    idempotencyKey,
    clock: call.clock,
    log: call.log,
    meter: newMeter(),
    publicUrl: call.publicUrl,
    actor: actorOf(call),
  };
}
