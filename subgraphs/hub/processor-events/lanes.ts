/** How runs of one transaction follow one another. */
export interface Lanes<Run> {
  /** May be interleaved; the runs of one lane follow one another in the order in which they came. */
  beside: Run[][];
  /** Come after all others, one after the other. */
  alone: Run[];
}

/** Groups runs that share a place, directly or through others, into lanes. Runs of unknown places (null) stay alone. */
export function lanesOf<Run>(
  runs: readonly Run[],
  placesOf: (run: Run) => readonly string[] | null,
): Lanes<Run> {
  const alone: Run[] = [];
  let lanes: { places: Set<string>; members: number[] }[] = [];
  for (const [index, run] of runs.entries()) {
    const places = placesOf(run);
    if (places === null) {
      alone.push(run);
      continue;
    }
    const met = lanes.filter((lane) => places.some((place) => lane.places.has(place)));
    lanes = lanes.filter((lane) => !met.includes(lane));
    lanes.push({
      places: new Set([...places, ...met.flatMap((lane) => [...lane.places])]),
      members: [...met.flatMap(({ members }) => members), index],
    });
  }
  const beside = lanes.map(({ members }) => members.sort((a, b) => a - b).map((index) => runs[index]!));
  return { beside, alone };
}
