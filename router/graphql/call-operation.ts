import { isPromise, type MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import type { CallContext } from "../../src/context.ts";
import { refuseUnreadableApp, type CallSource } from "../http/call.ts";
import { addressKey } from "../limits/address-key.ts";
import type { Limits, Use } from "../limits/limits.ts";
import type { OperationRequest } from "./admit-operation.ts";
import type { OperationHead } from "./known-operation.ts";

/** An operation that came with a call. `judge` throws when the door does not accept operations of this kind. */
export function operationRequestOf(
  call: CallContext,
  source: Pick<CallSource, "ip">,
  limits: Limits,
  judge?: OperationRequest["judge"],
): OperationRequest {
  return new CallOperation(call, source, limits, judge);
}

/** Most documents are known, so what only new ones need is made on demand. */
class CallOperation implements OperationRequest {
  readonly call: CallContext;
  readonly judge?: (operation: OperationHead) => void;
  readonly #source: Pick<CallSource, "ip">;
  readonly #limits: Limits;

  constructor(
    call: CallContext,
    source: Pick<CallSource, "ip">,
    limits: Limits,
    judge: OperationRequest["judge"],
  ) {
    this.call = call;
    if (judge) this.judge = judge;
    this.#source = source;
    this.#limits = limits;
  }

  /**
   * New documents wait in one queue per principal, and requests without a credential in the queue of their address,
   * which is the /64 network for IPv6.
   */
  get key(): string {
    const { kind, id } = this.call.principal;
    return kind === "anonymous" ? `address ${addressKey(this.#source.ip)}` : `${kind} ${id}`;
  }

  get signal(): AbortSignal | undefined {
    return this.call.signal;
  }

  count(uses: readonly Use[]): MaybePromise<void> {
    const { call } = this;
    const counted = this.#limits.count(call, uses);
    if (!call.appFault) return counted;
    const refuse = () =>
      refuseUnreadableApp(
        call,
        uses.map(({ access }) => access),
      );
    return isPromise(counted) ? counted.then(refuse) : refuse();
  }
}
