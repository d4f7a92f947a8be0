import type { Params } from "../params.ts";
import type { Processor } from "../processor-context.ts";
import { badRequest } from "../processor-error.ts";

/** The stand-in's platform, as connected accounts know it. */
export const applicationId = "ca_sandbox_platform";

/** The platform's fee of a payment, which only a payment of a connected account can have. Throws 400 for any other. */
export function readApplicationFee({ state }: Processor, input: Params): number | null {
  const name = "application_fee_amount";
  const fee = input.integer(name, { min: 1 });
  if (fee === null || state.account !== null) return fee;
  throw badRequest("Can only apply an application_fee_amount to a payment of a connected account.", name);
}
