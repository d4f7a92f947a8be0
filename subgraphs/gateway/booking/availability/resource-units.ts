import { overlaps, type Stretch } from "./slots.ts";

/** A room or equipment with its units, and what takes one of them within the wanted range, buffers included. */
export interface ResourceUnits {
  id: string;
  quantity: number;
  taken: readonly ResourceUse[];
}

interface ResourceUse extends Stretch {
  sessionKey: string;
}

/**
 * Units that are left of the scarcest resource during a stretch; uses of the session itself do not count. Infinity
 * without resources, and below 0 when more are used than there are.
 */
export function unitsLeft(resources: readonly ResourceUnits[], within: Stretch, sessionKey: string): number {
  const left = resources.map(({ quantity, taken }) => quantity - peakOf(taken, within, sessionKey));
  return Math.min(...left);
}

/** True when a session uses a unit of each resource already. */
export function hasOwnUnits(resources: readonly ResourceUnits[], sessionKey: string): boolean {
  return resources.every(({ taken }) => taken.some((one) => one.sessionKey === sessionKey));
}

/** The most sessions that use a resource at one moment of a stretch. Bookings of a session share its unit. */
function peakOf(taken: readonly ResourceUse[], within: Stretch, sessionKey: string): number {
  const sessions = new Map<string, Stretch>();
  for (const one of taken) {
    if (one.sessionKey === sessionKey || !overlaps(one, within)) continue;
    const known = sessions.get(one.sessionKey) ?? one;
    const start = Math.min(known.start, one.start);
    sessions.set(one.sessionKey, { start, end: Math.max(known.end, one.end) });
  }
  // Uses that all overlap the stretch share a moment of it when they share any.
  const uses = [...sessions.values()];
  const steps = uses.flatMap(({ start, end }) => [
    { at: start, step: 1 },
    { at: end, step: -1 },
  ]);
  steps.sort((a, b) => a.at - b.at || a.step - b.step);
  let [used, peak] = [0, 0];
  for (const { step } of steps) {
    used += step;
    peak = Math.max(peak, used);
  }
  return peak;
}
