/** Values by URL patterns such as `/invoices/:id`, found by paths. */
export class PathTree<Value> {
  readonly #root = newNode<Value>();

  /** The value of the pattern; made with `make` where it has none. */
  add(pattern: string, make: () => Value): Value {
    let node = this.#root;
    for (const segment of segmentsOf(pattern)) node = childOf(node, segment);
    return (node.value ??= make());
  }

  /**
   * The value of the first pattern that fits the path and is accepted: literal segments come before parameters, and those
   * before the rest of a path (`*`). Null without any.
   */
  find(path: string, accepts: (value: Value) => boolean = () => true): Value | null {
    return findBelow(this.#root, segmentsOf(path), 0, accepts);
  }
}

interface PathNode<Value> {
  literals: Map<string, PathNode<Value>>;
  parameter: PathNode<Value> | null;
  rest: PathNode<Value> | null;
  value: Value | null;
}

function newNode<Value>(): PathNode<Value> {
  return { literals: new Map(), parameter: null, rest: null, value: null };
}

function childOf<Value>(node: PathNode<Value>, segment: string): PathNode<Value> {
  if (segment.includes("*")) return (node.rest ??= newNode());
  if (segment.includes(":")) return (node.parameter ??= newNode());
  const known = node.literals.get(segment);
  if (known) return known;
  const made = newNode<Value>();
  node.literals.set(segment, made);
  return made;
}

function findBelow<Value>(
  node: PathNode<Value>,
  segments: readonly string[],
  at: number,
  accepts: (value: Value) => boolean,
): Value | null {
  const accepted = (value: Value | null) => (value !== null && accepts(value) ? value : null);
  const segment = segments[at];
  if (segment === undefined) return accepted(node.value) ?? accepted(node.rest?.value ?? null);
  const literal = node.literals.get(segment);
  const found = literal ? findBelow(literal, segments, at + 1, accepts) : null;
  if (found !== null) return found;
  const isValue = node.parameter !== null && segment !== "" && segment.length <= maxParameterLength;
  const byParameter = isValue ? findBelow(node.parameter!, segments, at + 1, accepts) : null;
  return byParameter ?? accepted(node.rest?.value ?? null);
}

/** As the server's own router has it: a longer value fits no pattern. */
const maxParameterLength = 100;

/** A slash at the end changes nothing. */
function segmentsOf(path: string): string[] {
  const segments = path.split("/").slice(1);
  if (segments.at(-1) === "") segments.pop();
  return segments;
}
