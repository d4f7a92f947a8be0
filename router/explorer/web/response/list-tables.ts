/** A list of objects in a response, as a table. */
export interface ListTable {
  /** Place in the response: "data.me.recentInvoices". */
  path: string;
  columns: readonly string[];
  rows: readonly Record<string, unknown>[];
}

const maxTables = 20;
const maxColumns = 20;
const maxDepth = 8;
/** Columns are read from the first rows. */
const sampledRows = 100;

/** Lists of objects in a response, the outermost first. */
export function listTables(body: unknown): ListTable[] {
  const found: ListTable[] = [];
  let level: { path: string; value: unknown }[] = [{ path: "", value: body }];
  for (let depth = 0; depth < maxDepth && level.length > 0 && found.length < maxTables; depth++) {
    const next: typeof level = [];
    for (const { path, value } of level) {
      if (Array.isArray(value)) {
        const table = tableOf(path, value);
        if (table) found.push(table);
        continue;
      }
      if (typeof value !== "object" || value === null) continue;
      for (const [name, member] of Object.entries(value))
        next.push({ path: path === "" ? name : `${path}.${name}`, value: member });
    }
    level = next;
  }
  return found.slice(0, maxTables);
}

function tableOf(path: string, items: readonly unknown[]): ListTable | null {
  const rows = items.filter(
    (item): item is Record<string, unknown> =>
      typeof item === "object" && item !== null && !Array.isArray(item),
  );
  if (rows.length === 0 || rows.length < items.length) return null;
  const columns = new Set(rows.slice(0, sampledRows).flatMap((row) => Object.keys(row)));
  return { path: path === "" ? "items" : path, columns: [...columns].slice(0, maxColumns), rows };
}

/** A cell's text: values as they are, lists and objects in short. */
export function cellText(value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? "item" : "items"}`;
  if (typeof value !== "object" || value === null) return String(value);
  const { name, title, id } = value as Record<string, unknown>;
  const known = [name, title, id].find((text) => typeof text === "string");
  const count = Object.keys(value).length;
  return typeof known === "string" ? known : `${count} ${count === 1 ? "field" : "fields"}`;
}
