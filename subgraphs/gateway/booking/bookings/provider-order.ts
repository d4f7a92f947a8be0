import type { ProviderAssignment } from "../setup/service-providers.types.ts";

/** A provider of a service who is free. */
export interface Candidate {
  id: string;
  /** Their bookings on the day. */
  load: number;
  /** Share of the bookings, in proportion to the weights of the others. */
  weight: number;
  /** Their bookings so far, divided by the weight. */
  turns: number;
}

/**
 * The free providers in the order in which they are tried. `least_busy`: fewest bookings that day. `round_robin`: whose next turn
 * is over first, as in weighted fair queueing, so that shares are those of the weights. Ties go to the lowest ID.
 */
export function inOrder(assignment: ProviderAssignment, candidates: readonly Candidate[]): string[] {
  const rank = ({ load, turns, weight }: Candidate) =>
    assignment === "round_robin" ? turns + 1 / weight : load;
  return candidates.toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
}
