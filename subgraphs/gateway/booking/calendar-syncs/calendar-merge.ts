/** When a booking or its event is, in epoch milliseconds; null where there is none. */
export type Times = { start: number; end: number } | null;

/**
 * What to do about a booking and its event:
 * - `settled`: both are the same.
 * - `push`: only the booking has changed; the event follows.
 * - `take`: only the event has changed; the booking follows.
 * - `conflict`: both have changed, differently.
 */
export type MergeStep = "settled" | "push" | "take" | "conflict";

/**
 * Three-way merge by what both last agreed on. It depends on the present alone: repeated, late and reordered news lead to the
 * same step, and a change never returns to where it came from.
 */
export function mergeStep({
  base,
  booking,
  outside,
}: Record<"base" | "booking" | "outside", Times>): MergeStep {
  if (isSame(booking, outside)) return "settled";
  if (isSame(outside, base)) return "push";
  return isSame(booking, base) ? "take" : "conflict";
}

/**
 * What both sides last agreed on, when a response to the platform's own write was lost: what was sent counts as agreed once the
 * calendar has it, and for an event that is seen for the first time.
 */
export function agreedBase({
  base,
  outside,
  sent,
}: {
  base: Times;
  outside: Times;
  sent: Times | "deletion";
}): Times {
  if (sent === null) return base;
  if (sent === "deletion") return outside === null ? null : base;
  if (isSame(outside, sent)) return sent;
  return base === null && outside !== null ? sent : base;
}

function isSame(one: Times, other: Times): boolean {
  return one?.start === other?.start && one?.end === other?.end;
}
