import type { SourceFile } from "./imports.ts";

/** The zone of a file: src, the router, the sandbox, one subgraph, or the start-up that may import them all. */
type Zone = "src" | "router" | "sandbox" | "start" | `subgraph ${string}`;

interface Arrow {
  from: SourceFile;
  to: string;
}

/** A direction that imports must keep: answers what is wrong with one import, or null. */
type Law = (arrow: Arrow) => string | null;

/** Settings, and what is read before they can be loaded. */
const environmentReaders = new Set(["src/config/config.ts", "src/config/malloc-arenas.ts"]);

/** Everything that the code does against the directions of the architecture, one line each. */
export function findArrowFaults(files: readonly SourceFile[]): string[] {
  const faults: string[] = [];
  for (const from of files) {
    for (const to of from.imports) {
      for (const law of laws) {
        const fault = law({ from, to });
        if (fault) faults.push(`${from.path} imports ${to}: ${fault}`);
      }
    }
    if (!environmentReaders.has(from.path) && /\bprocess\s*(\?\.|\.)\s*env\b/.test(from.text)) {
      faults.push(`${from.path}: only src/config/config.ts reads process.env`);
    }
  }
  for (const cycle of findCycles(files)) faults.push(`cycle: ${cycle.join(" → ")}`);
  return faults;
}

function zoneOf(path: string): Zone | null {
  if (path === "main.ts" || path.startsWith("platform/")) return "start";
  if (path.startsWith("sandbox/")) return "sandbox";
  if (path.startsWith("src/")) return "src";
  if (path.startsWith("router/")) return "router";
  const subgraph = /^subgraphs\/([^/]+)\//.exec(path)?.[1];
  return subgraph === undefined ? null : `subgraph ${subgraph}`;
}

/** The app of the gateway that a file belongs to; null outside the gateway and in code that its apps share. */
function appOf(path: string): string | null {
  const app = /^subgraphs\/gateway\/([^/]+)\//.exec(path)?.[1];
  return app === undefined || app === "base" ? null : app;
}

/** The word between a file's name and its ending: `service` of `credits.service.ts`, `` of `ledger.ts`. */
function roleOf(path: string): string {
  return /\.([a-z]+)\.ts$/.exec(path)?.[1] ?? "";
}

const zoneLaw: Law = ({ from, to }) => {
  const [own, other] = [zoneOf(from.path), zoneOf(to)];
  if (other === null || own === other || own === "start" || other === "src") return null;
  if (own === "src") return "the floor knows no feature";
  if (other === "start") return "only the entry point imports the start-up";
  if (other === "sandbox") return "only the start-up and tests import the sandbox";
  if (own === "sandbox") return "the sandbox stands outside: it knows the floor alone";
  if (own === "router") return "the router speaks only GraphQL to subgraphs";
  if (other === "router") return "a subgraph does not know the router";
  return "subgraphs meet in the graph, never in an import";
};

const appLaw: Law = ({ from, to }) => {
  const [own, other] = [appOf(from.path), appOf(to)];
  if (other === null || own === other) return null;
  if (own !== null) return "an app imports no other app: what two need is in gateway/base";
  return from.path.startsWith("subgraphs/gateway/base/") ? "what the apps share knows no app" : null;
};

const adapterLaw: Law = ({ from, to }) => {
  const isWiring = zoneOf(from.path) === "start" || /^subgraphs\/\w+\/subgraph\.ts$/.test(from.path);
  return roleOf(to) === "adapter" && !isWiring ? "adapters are imported by the wiring alone" : null;
};

/** Roles that speak to the database. The others hand their question to one of these. */
const databaseRoles = new Set(["service", "rows", "loaders", "references", "job", "context"]);

/**
 * Files without a role that contain a feature's SQL apart from its services. A new one is called
 * `<noun>.rows.ts`.
 */
const statementFiles =
  /^subgraphs\/(hub\/credits\/(account|hold)|property\/(import\/[\w-]+|properties\/stored-property|search\/search-snapshot))\.ts$/;

const databaseLaw: Law = ({ from, to }) => {
  const isDatabase =
    /^(src\/db\/(?!json-codec)|@mikro-orm\/postgresql$|@mikro-orm\/migrations|pg$|pg-boss$)/.test(to);
  if (!isDatabase || !zoneOf(from.path)?.startsWith("subgraph ")) return null;
  const isWiring = /^subgraphs\/\w+\/(subgraph|demo)\.ts$/.test(from.path);
  return isWiring || statementFiles.test(from.path) || databaseRoles.has(roleOf(from.path))
    ? null
    : `a file of the role "${roleOf(from.path) || "pure"}" does not touch the database`;
};

/** The roles that may be imported from some places only. */
const readersOf: Record<string, readonly string[]> = {
  resolver: ["feature"],
  rules: ["feature", "rules"],
  feature: ["feature", "app", "subgraph"],
  app: ["subgraph"],
};

const roleLaw: Law = ({ from, to }) => {
  if (!zoneOf(to)?.startsWith("subgraph ")) return null;
  const isSubgraph = from.path.endsWith("/subgraph.ts");
  const reader = isSubgraph ? "subgraph" : roleOf(from.path);
  const readers = readersOf[roleOf(to)];
  return readers && !readers.includes(reader) ? `only ${readers.join(" and ")} files import it` : null;
};

const laws: readonly Law[] = [zoneLaw, appLaw, adapterLaw, databaseLaw, roleLaw];

/** Groups of files that import each other in a circle, entities among themselves apart (Tarjan). */
function findCycles(files: readonly SourceFile[]): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): void => {
    index.set(path, index.size);
    low.set(path, index.get(path)!);
    stack.push(path);
    for (const next of byPath.get(path)!.imports) {
      if (!byPath.has(next)) continue;
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(path, Math.min(low.get(path)!, low.get(next)!));
    }
    if (low.get(path) !== index.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    const isSelf = byPath.get(path)!.imports.includes(path);
    if ((group.length > 1 || isSelf) && !group.every((member) => roleOf(member) === "entity"))
      cycles.push(group);
  };
  for (const path of byPath.keys()) if (!index.has(path)) visit(path);
  return cycles;
}
