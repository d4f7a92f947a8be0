import type { TypeDocs } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { CoordinateLink } from "../reference/coordinate-link.tsx";
import { LoadedView } from "../reference/loaded-view.tsx";
import type { PageProps } from "../routes.ts";
import { Pill } from "../ui/pill.tsx";
import { Table } from "../ui/table.tsx";
import { FieldTable } from "./field-table.tsx";
import { InputFieldTable } from "./input-field-table.tsx";

export function Page({ params }: PageProps) {
  const loaded = useData<TypeDocs>(`types/${params["type"]!}.json`);
  return (
    <LoadedView loaded={loaded} label={params["type"]!} isPage>
      {(type) => <TypeReference type={type} />}
    </LoadedView>
  );
}

function TypeReference({ type }: { type: TypeDocs }) {
  const { name, kind, description, subgraphs, keys, fields, values, usedBy } = type;
  return (
    <>
      <h1>{name}</h1>
      <p class="pills">
        <Pill>{kind}</Pill>
        {subgraphs.map((subgraph) => (
          <Pill key={subgraph} tone="accent">
            {subgraph}
          </Pill>
        ))}
      </p>
      {keys.length > 0 && (
        <p>
          Entity:{" "}
          {keys.map(({ subgraph, fields: key }) => (
            <span key={subgraph + key}>
              <code>@key(fields: "{key}")</code> in {subgraph}{" "}
            </span>
          ))}
        </p>
      )}
      <p>{description}</p>
      <p>
        <a href={`/schema/${name}.md`}>Markdown</a>
      </p>
      {values.length > 0 && <Values values={values} />}
      {kind === "input" && <InputFieldTable typeName={name} fields={fields} />}
      {kind !== "input" && fields.length > 0 && <FieldTable typeName={name} fields={fields} />}
      {usedBy.length > 0 && (
        <>
          <h2>Used by</h2>
          <ul class="code-list">
            {usedBy.map((coordinate) => (
              <li key={coordinate}>
                <CoordinateLink coordinate={coordinate} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Values({ values }: Pick<TypeDocs, "values">) {
  return (
    <Table
      caption="Values"
      rows={values}
      keyOf={({ name }) => name}
      columns={[
        { name: "Value", cell: ({ name }) => <code>{name}</code> },
        {
          name: "Meaning",
          cell: ({ description, deprecation }) =>
            `${description}${deprecation === null ? "" : ` Deprecated: ${deprecation}`}`,
        },
      ]}
    />
  );
}
