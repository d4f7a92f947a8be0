import { session } from "../../session/session.ts";
import { navigate } from "../../shell/location.ts";

const path = "/settings";

/** Parameters of a return from the payment page. */
export interface Returned {
  /** `paid`, or `left` after a cancelled payment. */
  outcome: "paid" | "left";
  /** The purchased plan. Null for other purchases. */
  planId: string | null;
  /** App of the purchase. */
  appId: string;
}

/**
 * Return URL for the payment page. It contains the ID of the identity, which is no secret: credentials are not stored,
 * so a pasted credential must be pasted again.
 */
export function returnUrls(
  planId: string | null,
  appId: string = "central",
): { successUrl: string; cancelUrl: string } {
  const url = (outcome: Returned["outcome"]) => {
    const query = new URLSearchParams({ checkout: outcome, app: appId, as: session.identity.value.id });
    if (planId !== null) query.set("plan", planId);
    return `${window.location.origin}${path}?${query}`;
  };
  return { successUrl: url("paid"), cancelUrl: url("left") };
}

/** Reads and removes the return parameters of the URL, and selects the identity again. Null without parameters. */
export async function readReturn(): Promise<Returned | null> {
  const query = new URLSearchParams(window.location.search);
  const outcome = query.get("checkout");
  if (outcome !== "paid" && outcome !== "left") return null;
  await session.ready();
  session.actAs(query.get("as") ?? "");
  navigate(path, { replace: true });
  return { outcome, planId: query.get("plan"), appId: query.get("app") ?? "central" };
}
