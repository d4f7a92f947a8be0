import type { SourceFile } from "./imports.ts";

/** Tables with an entity, by the entity's class. */
export type EntityTables = ReadonlyMap<string, string>;

const decorators = /^@mikro-orm\/decorators(\/|$)/;
const entityClass = /@Entity\(\{ tableName: "(\w+)" \}\)[\s\S]*?\bclass (\w+)/g;
const entityCall =
  /\bem\.(?:find\w*|count|persist|remove|upsert\w*|insert\w*|create|native\w+|getReference)\(|\breadPage\(/;
const sqlCall = /\b(?:executeSql|readRows|readAsSystem|readShared)\b/;
const sqlWrite = /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/g;

/** Reads the tables that have an entity. */
export function readEntityTables(files: readonly SourceFile[]): EntityTables {
  return new Map(
    files.flatMap(({ text }) => [...text.matchAll(entityClass)].map(([, table, name]) => [name!, table!])),
  );
}

/** Files that declare entities outside `*.entity.ts`, or use the entity manager without an entity. */
export function findEntityFaults(files: readonly SourceFile[]): string[] {
  const declared = files.filter(
    ({ path, imports }) => imports.some((name) => decorators.test(name)) && !path.endsWith(".entity.ts"),
  );
  const used = files.filter(
    ({ path, text, imports }) =>
      path.startsWith("subgraphs/") &&
      !path.endsWith("/base/read-page.service.ts") &&
      entityCall.test(text) &&
      !imports.some((name) => name.endsWith(".entity.ts")),
  );
  return [
    ...declared.map(({ path }) => `${path} declares an entity: entities are in *.entity.ts`),
    ...used.map(({ path }) => `${path} uses the entity manager's finders without an entity`),
  ];
}

/** Files that write a table by SQL although it has an entity, as `path table`. */
export function findMixedWrites(files: readonly SourceFile[], entities: EntityTables): string[] {
  const tables = new Set(entities.values());
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(sqlWrite)]
      .filter(([, table]) => tables.has(table!))
      .map(([, table]) => `${path} ${table!}`),
  );
  return [...new Set(found)];
}

/** Files that use entities and SQL. */
export function findMixedFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path, text }) => path.startsWith("subgraphs/") && entityCall.test(text) && sqlCall.test(text))
    .map(({ path }) => path);
}

/** Object types that declare `nextCursor` themselves, as `path Type`. */
export function findHandMadePages(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/\nexport class (\w+)(?: extends \w+)? \{\n([\s\S]*?)\n\}/g)]
      .filter(([, , body]) => /^ {2}nextCursor\??:/m.test(body!))
      .map(([, name]) => `${path} ${name!}`),
  );
}
