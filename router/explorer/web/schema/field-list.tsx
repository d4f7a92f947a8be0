import { useMemo } from "preact/hooks";
import { accessLine } from "../../access-words.ts";
import type { FieldDocs } from "../../data/docs.types.ts";
import { Choice } from "../reference/list-filters.tsx";
import { missingWords, type Identity } from "../session/identity.ts";
import { session } from "../session/session.ts";
import { useSignal } from "../state/signal.ts";
import { useUrlState } from "../state/url-state.ts";
import { Icon } from "../ui/icon.tsx";
import { InlineCode } from "../ui/inline-code.tsx";
import { RowList } from "../ui/row-list.tsx";
import { reachParts } from "./reach-parts.tsx";

/** Whether one of the ways to the field is open to the identity. */
function isReachable(field: FieldDocs, identity: Identity): boolean {
  return field.access.length === 0 || field.access.some((access) => missingWords(identity, access) === null);
}

const kinds: Readonly<Record<string, (field: FieldDocs, identity: Identity) => boolean>> = {
  "needs a key or token": ({ access }) => access.every(({ auth }) => auth !== "public"),
  deprecated: ({ deprecation }) => deprecation !== null,
  documented: ({ documented }) => documented,
  extension: ({ documented }) => !documented,
  "allowed for me": isReachable,
};

/** Fields of an object type: type, description, access rule and doors. */
export function FieldList({ typeName, fields }: { typeName: string; fields: readonly FieldDocs[] }) {
  const identity = useSignal(session.identity);
  const [kind, setKind] = useUrlState("show");
  const groups = useMemo(() => {
    const rows = fields.filter((field) => kinds[kind]?.(field, identity) ?? true);
    return [{ id: "fields", title: "Fields", rows }];
  }, [fields, kind, identity]);
  return (
    <RowList
      label={`Fields of ${typeName}`}
      groups={groups}
      keyOf={({ name }) => name}
      textOf={({ name, type, description }) => `${name} ${type} ${description}`}
      filters={<Choice label="Show" value={kind} onChange={setKind} options={Object.keys(kinds)} />}
    >
      {(field) => <FieldRow typeName={typeName} field={field} identity={identity} />}
    </RowList>
  );
}

function FieldRow({ typeName, field, identity }: { typeName: string; field: FieldDocs; identity: Identity }) {
  const { name, type, description, access, subgraphs, reach, deprecation } = field;
  const [least] = access;
  const missing = least && !isReachable(field, identity) ? missingWords(identity, least) : null;
  return (
    <div class={missing === null ? "field-row" : "field-row unreachable"}>
      <div>
        <a class="row" href={`/schema/${typeName}/${name}`}>
          <code class="row-name">{name}</code>
          <code class="row-type">{type}</code>
        </a>
        <p class="row-note">
          {deprecation !== null && <span class="missing">Deprecated. </span>}
          <InlineCode text={description} />
        </p>
      </div>
      <div class="field-facts">
        <p>
          <Icon name="lock" />
          {least ? accessLine(least) : "not reachable"}
          {missing !== null && <span class="missing"> {missing}</span>}
        </p>
        <p>
          <Icon name="database" />
          {subgraphs.join(", ")}
        </p>
      </div>
      <div class="field-doors">
        <p>{reachParts(reach, "rest")}</p>
        <p>{reachParts(reach, "tool")}</p>
      </div>
    </div>
  );
}
