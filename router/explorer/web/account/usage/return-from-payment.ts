import { session } from "../../session/session.ts";
import { navigate } from "../../shell/location.ts";

const path = "/settings";

/** What a person comes back from a payment page with. */
export interface Returned {
  /** `paid`, or `left` for who turned back. */
  outcome: "paid" | "left";
  /** The plan that was paid for; null for something else. */
  planId: string | null;
}

/**
 * Where the payment page sends people back to. It says who was acting, by a name that is no secret: credentials do not
 * outlive the page, and who was pasted is to be pasted again.
 */
export function returnUrls(planId: string | null): { successUrl: string; cancelUrl: string } {
  const url = (outcome: Returned["outcome"]) => {
    const query = new URLSearchParams({ checkout: outcome, as: session.identity.value.id });
    if (planId !== null) query.set("plan", planId);
    return `${window.location.origin}${path}?${query}`;
  };
  return { successUrl: url("paid"), cancelUrl: url("left") };
}

/** Reads and clears what the address says of a return, and acts again as who left. Null without one. */
export async function readReturn(): Promise<Returned | null> {
  const query = new URLSearchParams(window.location.search);
  const outcome = query.get("checkout");
  if (outcome !== "paid" && outcome !== "left") return null;
  await session.ready();
  session.actAs(query.get("as") ?? "");
  navigate(path, { replace: true });
  return { outcome, planId: query.get("plan") };
}
