import type { AccessFacts } from "../../../../src/access/rules.ts";
import { useSignal } from "../state/signal.ts";
import { identityThatCan } from "./identity.ts";
import { session } from "./session.ts";

/** A button that selects a demo user with this access. Nothing where there is none, such as outside the demo. */
export function ActAsAble({ facts }: { facts: Partial<AccessFacts> }) {
  const identities = useSignal(session.identities);
  const current = useSignal(session.identity);
  const others = identities.filter(({ id, isDemo, kind }) => isDemo && kind === "user" && id !== current.id);
  const able = identityThatCan(others, [facts]);
  if (!able) return null;
  return (
    <button type="button" class="small-button" onClick={() => session.actAs(able.id)}>
      Act as {able.name}
    </button>
  );
}
