import { useState } from "preact/hooks";
import { accessLine } from "../../access-words.ts";
import type { FieldDocs } from "../../data/docs.types.ts";
import { TypeLink } from "../reference/coordinate-link.tsx";
import { missingWords } from "../session/identity.ts";
import { session } from "../session/session.ts";
import type { Identity } from "../session/identity.ts";
import { useSignal } from "../state/signal.ts";
import { DataTable } from "../ui/data-table.tsx";
import type { Column } from "../ui/table.tsx";
import { reachParts } from "./reach-parts.tsx";

/** Whether one of the ways to the field is open to the identity. */
function isReachable(field: FieldDocs, identity: Identity): boolean {
  return field.access.length === 0 || field.access.some((access) => missingWords(identity, access) === null);
}

function columnsOf(typeName: string, identity: Identity): readonly Column<FieldDocs>[] {
  return [
    {
      name: "Field",
      cell: ({ name, type }) => (
        <>
          <a href={`/schema/${typeName}/${name}`}>
            <code>{name}</code>
          </a>
          <br />
          <TypeLink type={type} />
        </>
      ),
    },
    { name: "Resolved by", cell: ({ subgraphs }) => subgraphs.join(", ") },
    {
      name: "Access",
      cell: (field) => {
        const [least] = field.access;
        if (!least) return "not reachable";
        const missing = isReachable(field, identity) ? null : missingWords(identity, least);
        return (
          <>
            {accessLine(least)}
            {field.access.length > 1 && ` (or ${field.access.length - 1} other)`}
            {missing !== null && <span class="missing"> {missing}</span>}
          </>
        );
      },
    },
    { name: "Credits", cell: ({ ownAccess }) => ownAccess?.cost && <code>{ownAccess.cost}</code> },
    { name: "REST", cell: ({ reach }) => reachParts(reach, "rest") },
    { name: "Agent tool", cell: ({ reach }) => reachParts(reach, "tool") },
  ];
}

const kinds: Readonly<Record<string, (field: FieldDocs, identity: Identity) => boolean>> = {
  "needs a key or token": ({ access }) => access.every(({ auth }) => auth !== "public"),
  deprecated: ({ deprecation }) => deprecation !== null,
  documented: ({ documented }) => documented,
  extension: ({ documented }) => !documented,
  "allowed for me": isReachable,
};

/** Fields of an object type: resolving subgraph, access rule and doors. */
export function FieldTable({ typeName, fields }: { typeName: string; fields: readonly FieldDocs[] }) {
  const identity = useSignal(session.identity);
  const [kind, setKind] = useState("");
  const rows = fields.filter((field) => kinds[kind]?.(field, identity) ?? true);
  return (
    <DataTable
      caption={`Fields of ${typeName}`}
      columns={columnsOf(typeName, identity)}
      rows={rows}
      keyOf={({ name }) => name}
      textOf={({ name, type, description }) => `${name} ${type} ${description}`}
      classOf={(field) => (isReachable(field, identity) ? undefined : "unreachable")}
      filters={
        <label>
          Show{" "}
          <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
            <option value="">All</option>
            {Object.keys(kinds).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      }
    />
  );
}
