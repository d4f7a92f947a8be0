/** A link to a field's page: `Invoice.status`. */
export function CoordinateLink({ coordinate }: { coordinate: string }) {
  const [type, field] = coordinate.split(".");
  return (
    <a href={`/schema/${type}${field ? `/${field.replace(/\(.*$/, "")}` : ""}`}>
      <code>{coordinate}</code>
    </a>
  );
}

/** A GraphQL type with a link to the named type in it: `[Invoice!]!`. */
export function TypeLink({ type }: { type: string }) {
  const name = type.replaceAll(/[[\]!]/g, "");
  const [before, after] = type.split(name) as [string, string];
  return (
    <code>
      {before}
      {builtIn.has(name) ? name : <a href={`/schema/${name}`}>{name}</a>}
      {after}
    </code>
  );
}

const builtIn = new Set(["ID", "String", "Int", "Float", "Boolean"]);
