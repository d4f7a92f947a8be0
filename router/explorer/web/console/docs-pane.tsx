import {
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLSchema,
} from "graphql";
import { useMemo, useState } from "preact/hooks";
import { useSignal } from "../state/signal.ts";
import { insertField, selectedAt } from "./builder/insert-field.ts";
import { cursor, draft, replaceDraft } from "./console-state.ts";
import { FieldRow } from "./field-row.tsx";
import { NotReadable, readObject } from "./read-document.ts";

/** The start of the list: the selection at the cursor, or a root type. */
const atCursor = "cursor";
/** More fields than this are found by the filter. */
const shownFields = 100;

/** Types and fields of the schema. A click adds a field to the document. */
export function DocsPane({ schema }: { schema: GraphQLSchema | null }) {
  return (
    <section class="docs-pane" aria-label="Docs">
      {schema ? <SchemaDocs schema={schema} /> : <p class="muted">Loading the schema …</p>}
    </section>
  );
}

function SchemaDocs({ schema }: { schema: GraphQLSchema }) {
  const { document } = useSignal(draft);
  const offset = useSignal(cursor);
  const [start, setStart] = useState(atCursor);
  const [way, setWay] = useState<readonly string[]>([]);
  const selected = useMemo(() => selectedAt(document, offset, schema), [document, offset, schema]);
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap(
    (type) => type?.name ?? [],
  );
  const parentType = start === atCursor ? (selected?.type.name ?? roots[0]!) : start;
  const begin = (next: string) => {
    setStart(next);
    setWay([]);
  };
  const add = (name: string): string => {
    const said = addField(schema, parentType, [...way, name]);
    // The cursor is in the added field's selection now, and the list follows it.
    if (start === atCursor) setWay([]);
    return said;
  };
  return (
    <>
      <label>
        Fields of{" "}
        <select value={start} onChange={(event) => begin(event.currentTarget.value)}>
          <option value={atCursor}>
            {selected ? `${selected.type.name} (at the cursor)` : "The selection at the cursor"}
          </option>
          {roots.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <nav aria-label="Place in the docs" class="docs-way">
        {["", ...way].map((name, index) => (
          <button
            key={`${index} ${name}`}
            type="button"
            class="link-button"
            aria-current={index === way.length ? "true" : undefined}
            onClick={() => setWay(way.slice(0, index))}
          >
            {name === "" ? parentType : name}
          </button>
        ))}
      </nav>
      <FieldList
        // Another place starts without a filter.
        key={`${parentType} ${way.join(".")}`}
        fields={fieldsAt(schema, parentType, way)}
        onAdd={add}
        onOpen={(name) => setWay([...way, name])}
      />
    </>
  );
}

interface FieldListProps {
  fields: readonly GraphQLField<unknown, unknown>[];
  /** Adds a field, and returns what was done or what is wrong. */
  onAdd(name: string): string;
  onOpen(name: string): void;
}

/** The fields of a type, with a filter. */
function FieldList({ fields, onAdd, onOpen }: FieldListProps) {
  const [filter, setFilter] = useState("");
  const [said, setSaid] = useState("");
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = fields.filter(({ name, description }) => {
    const text = `${name} ${description ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <>
      <label>
        Filter{" "}
        <input
          type="search"
          value={filter}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
      </label>
      <p class="muted" role="status">
        {said === "" ? `${fitting.length} ${fitting.length === 1 ? "field" : "fields"}` : said}
      </p>
      <ul class="docs-fields">
        {fitting.slice(0, shownFields).map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            onAdd={() => setSaid(onAdd(field.name))}
            onOpen={isCompositeType(getNamedType(field.type)) ? () => onOpen(field.name) : null}
          />
        ))}
      </ul>
      {fitting.length > shownFields && (
        <p class="muted">{fitting.length - shownFields} more. Use the filter to find them.</p>
      )}
    </>
  );
}

/** Fields of the type that the names lead to. */
function fieldsAt(schema: GraphQLSchema, typeName: string, names: readonly string[]) {
  let type = schema.getType(typeName);
  for (const name of names) {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
    // The cursor moved to another type: the list starts there.
    if (!field) break;
    type = getNamedType(field.type);
  }
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}

/** Adds a field to the draft and its required arguments to the variables. Returns what was done, or what is wrong. */
function addField(schema: GraphQLSchema, parentType: string, names: readonly string[]): string {
  try {
    const values = readObject(draft.value.variables, "variables");
    const added = insertField(draft.value.document, cursor.value, { schema, parentType, names });
    const isWider = Object.keys(added.variables).length > 0;
    const variables = isWider
      ? `${JSON.stringify({ ...values, ...added.variables }, null, 2)}\n`
      : draft.value.variables;
    replaceDraft({ document: added.document, variables }, added.cursor);
    return `Added ${names.join(".")}.`;
  } catch (error) {
    if (error instanceof NotReadable) return error.message;
    throw error;
  }
}
