/** Other words that answer in a path beside a literal one, by the literal word: `{ processor: "stripe" }`. */
export type PathSegments = Readonly<Record<string, string>>;

/** The path, and the same with the other word for each of its segments that has one. */
export function withSegmentAliases(path: string, segments: PathSegments): string[] {
  const aliased = path.replaceAll(/[^/]+/g, (segment) =>
    Object.hasOwn(segments, segment) ? segments[segment]! : segment,
  );
  return aliased === path ? [path] : [path, aliased];
}
