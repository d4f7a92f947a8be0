import { useState } from "preact/hooks";
import { agoWords, exactWords } from "./time-words.ts";

/** A moment in relation to now. The exact one is shown on hover and on focus, and is read out. */
export function TimeAgo({ at }: { at: string }) {
  const [now] = useState(() => new Date());
  const exact = exactWords(at);
  return (
    <time class="time-ago" dateTime={at} tabIndex={0} data-exact={exact}>
      {agoWords(at, now)}
      <span class="visually-hidden">, {exact}</span>
    </time>
  );
}
