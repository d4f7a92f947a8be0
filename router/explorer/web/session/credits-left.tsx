import { useSignal } from "../state/signal.ts";
import { Icon } from "../ui/icon.tsx";
import { limitWords } from "./meter.ts";
import { lastCalls } from "./send.ts";
import { session } from "./session.ts";

/** Credits and requests that the last request of this identity left, from its response. No request is sent for them. */
export function CreditsLeft() {
  const calls = useSignal(lastCalls);
  const identity = useSignal(session.identity);
  const own = calls.filter(({ as }) => as === identity.name);
  const credits = own.find((call) => call.credits !== null)?.credits;
  const limit = own[0] && limitWords(own[0]);
  if (!credits && !limit) return null;
  return (
    <a class="left" href="/usage" title={limit ?? undefined}>
      <Icon name="coins" />
      {credits ? `${credits.remaining.toLocaleString("en")} credits left` : limit}
    </a>
  );
}
