/** One fetch of a run, as `extensions.plan` reports it. */
export interface FetchReport {
  subgraph: string;
  path: string;
  entities?: number;
  startedAtMs: number;
  durationMs: number;
  error?: string;
}

/** `extensions.plan` of an answer, as far as it is read here. */
export interface PlanReport {
  json: unknown;
  text: string;
  fetches: readonly FetchReport[];
  totalMs: number;
  planningMs: number;
  cached: boolean;
}

/** One step of a plan to be drawn. */
export interface PlanStep {
  kind: string;
  /** Subgraph, path or condition of the step. */
  subject: string;
  /** Query for the subgraph. */
  operation: string | null;
  /** Report of the fetch, if it ran. */
  report: FetchReport | null;
  steps: readonly PlanStep[];
}

type Node = Record<string, unknown>;

/** The plan of an answer; null where it has none. */
export function planOf(extensions: Record<string, unknown> | undefined): PlanReport | null {
  const plan = extensions?.["plan"] as Partial<PlanReport> | undefined;
  return plan && typeof plan.text === "string" && Array.isArray(plan.fetches) ? (plan as PlanReport) : null;
}

/**
 * The steps of a plan with the fetches that ran for them. Nodes that are not known are shown by their kind, with whatever
 * nodes are in them; null where there is no plan at all.
 */
export function planSteps({ json, fetches }: Pick<PlanReport, "json" | "fetches">): PlanStep | null {
  const root = (json as Node | null)?.["node"];
  if (!isNode(root)) return null;
  const waiting = [...fetches];
  const take = (subgraph: string, path: string): FetchReport | null => {
    const exact = waiting.findIndex((report) => report.subgraph === subgraph && report.path === path);
    const index = exact >= 0 ? exact : waiting.findIndex((report) => report.subgraph === subgraph);
    return index < 0 ? null : waiting.splice(index, 1)[0]!;
  };
  return toStep(root, "", take);
}

type Take = (subgraph: string, path: string) => FetchReport | null;

function toStep(node: Node, path: string, take: Take): PlanStep {
  const kind = typeof node["kind"] === "string" ? node["kind"] : "Step";
  const inner = (at: string) => innerNodes(node).map((child) => toStep(child, at, take));
  if (kind === "Fetch" || kind === "BatchFetch") {
    const subgraph = String(node["serviceName"]);
    const operation = typeof node["operation"] === "string" ? node["operation"] : null;
    return { kind, subject: subgraph, operation, report: take(subgraph, path), steps: [] };
  }
  const plain = { kind, operation: null, report: null };
  if (kind === "Flatten") {
    const at = pathText(node["path"]);
    return { ...plain, subject: at, steps: inner(at) };
  }
  const subject = typeof node["condition"] === "string" ? `$${node["condition"]}` : "";
  return { ...plain, subject, steps: inner(path) };
}

/** The nodes in a node, whatever they are called. */
function innerNodes(node: Node): Node[] {
  return Object.values(node).flatMap((value) => [value].flat().filter(isNode));
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Node)["kind"] === "string" &&
    !isRequires(value as Node)
  );
}

/** Selections in `requires` have a `kind` too, but are no steps. */
function isRequires({ kind }: Node): boolean {
  return kind === "Field" || kind === "InlineFragment" || kind === "FragmentSpread" || kind === "ValueSetter";
}

/** As the router writes paths: `orders.@.customer|[Person]`. */
function pathText(path: unknown): string {
  if (!Array.isArray(path)) return "";
  return path
    .map((segment: unknown) => {
      if (segment === "@") return ".@";
      const { Field, TypeCondition } = segment as { Field?: string; TypeCondition?: string[] };
      return Field === undefined ? `|[${(TypeCondition ?? []).join("|")}]` : `.${Field}`;
    })
    .join("")
    .replace(/^\./, "");
}
