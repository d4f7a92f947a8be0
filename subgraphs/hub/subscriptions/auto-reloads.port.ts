import type { CallContext } from "../../../src/context.ts";

/** What the hub asks the owner of auto-reloads. */
export interface AutoReloads {
  /** True when auto-reload is on in any app of the account of `call`, so that it charges the default payment method. */
  isOn(call: CallContext): Promise<boolean>;
}
