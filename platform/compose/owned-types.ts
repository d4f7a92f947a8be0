import { readTexts } from "./source-texts.ts";

/**
 * Names of the types whose rows have an owner, by their tables: those with an `owner_id` or with row-level security, in
 * the singular. Empty in a deployed tree, which has no sources.
 */
export function readOwnedTypes(): Set<string> {
  const types = new Set<string>();
  for (const text of [...readTexts("subgraphs", ".sql").values(), ...readTexts("src", ".sql").values()]) {
    for (const table of ownedTables(text)) types.add(typeNameOf(table));
  }
  return types;
}

function ownedTables(sql: string): string[] {
  const tables: string[] = [];
  for (const statement of sql.split(";")) {
    const created = /\bCREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/.exec(statement)?.[1];
    if (created && /\bowner_id\b/.test(statement)) tables.push(created);
    const secured = /\bALTER TABLE (\w+) ENABLE ROW LEVEL SECURITY/.exec(statement)?.[1];
    if (secured) tables.push(secured);
  }
  return tables;
}

/** `credit_accounts` has rows of `CreditAccount`. */
function typeNameOf(table: string): string {
  const words = table.split("_");
  const last = words.pop()!;
  return [...words, singular(last)].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function singular(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
