import type { AccessDocs, AreaDocs, ListedArea, ListedOperation } from "./data/docs.types.ts";

/**
 * The operations of all areas by columns, which pack to two thirds of the bytes of `AreaDocs`: neighbours are alike, and names
 * of fields stand once. `areasOf` is the reverse of `areaList`, without what no list shows.
 */
export interface AreaList {
  areas: readonly (Omit<AreaDocs, "operations"> & { count: number })[];
  names: readonly string[];
  /** One letter each: `q` for a query, `m` for a mutation. */
  kinds: string;
  subgraphs: readonly string[];
  summaries: readonly string[];
  /** One digit each. */
  documented: string;
  /** Distinct requirements, and which of them each operation has. */
  access: readonly AccessDocs[];
  accessOf: readonly number[];
  methods: readonly string[];
  paths: readonly string[];
  others: readonly (readonly string[] | 0)[];
  /** `*` stands for the name of the operation in snake case, with which most names of tools end. */
  tools: readonly string[];
  apps: readonly string[];
  groups: readonly string[];
}

/** Packs the operations of all areas. */
export function areaList(areas: readonly AreaDocs[]): AreaList {
  const all = areas.flatMap(({ operations }) => operations);
  const texts = new Map<string, number>();
  const accessOf = all.map(({ access }) => {
    const text = JSON.stringify(access);
    const known = texts.get(text) ?? texts.size;
    texts.set(text, known);
    return known;
  });
  return {
    areas: areas.map(({ operations, ...area }) => ({ ...area, count: operations.length })),
    names: all.map(({ name }) => name),
    kinds: all.map(({ kind }) => kind[0]).join(""),
    subgraphs: all.map(({ subgraph }) => subgraph),
    summaries: all.map(({ summary }) => summary),
    documented: all.map(({ documented }) => Number(documented)).join(""),
    access: [...texts.keys()].map((text) => JSON.parse(text) as AccessDocs),
    accessOf,
    methods: all.map(({ rest }) => rest?.method ?? ""),
    paths: all.map(({ rest }) => rest?.path ?? ""),
    others: all.map(({ rest }) => (rest && rest.others.length > 0 ? rest.others : 0)),
    tools: all.map(({ name, tool }) => (tool ? shortTool(tool.name, name) : "")),
    apps: all.map(({ tool }) => tool?.app ?? ""),
    groups: all.map(({ tool }) => tool?.group ?? ""),
  };
}

/** The areas of a packed list. */
export function areasOf(list: AreaList): ListedArea[] {
  let end = 0;
  return list.areas.map(({ count, ...area }) => {
    const start = end;
    end += count;
    return { ...area, operations: indexes(start, end).map((at) => operationAt(list, at, area.area)) };
  });
}

function operationAt(list: AreaList, at: number, area: string): ListedOperation {
  const kind = list.kinds[at] === "q" ? "query" : "mutation";
  const method = list.methods[at]!;
  const tool = list.tools[at]!;
  return {
    name: list.names[at]!,
    kind,
    subgraph: list.subgraphs[at]!,
    area,
    summary: list.summaries[at]!,
    documented: list.documented[at] === "1",
    access: list.access[list.accessOf[at]!]!,
    rest: method === "" ? null : { method, path: list.paths[at]!, others: list.others[at] || [] },
    tool:
      tool === ""
        ? null
        : {
            name: tool.replace("*", snakeCase(list.names[at]!)),
            app: list.apps[at]!,
            group: list.groups[at]!,
          },
  };
}

function shortTool(tool: string, operation: string): string {
  const end = snakeCase(operation);
  return tool.endsWith(end) ? `${tool.slice(0, -end.length)}*` : tool;
}

function snakeCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}

function indexes(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}
