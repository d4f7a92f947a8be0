import type { TypeDocs } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { CoordinateLink } from "../reference/coordinate-link.tsx";
import { LoadedView } from "../reference/loaded-view.tsx";
import { PropertyItem } from "../reference/property-list.tsx";
import type { PageProps } from "../routes.ts";
import { InlineCode } from "../ui/inline-code.tsx";
import { Pill } from "../ui/pill.tsx";
import { FieldList } from "./field-list.tsx";
import { InputList } from "./input-list.tsx";

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
      <h1 class="path-title">
        <span>{name}</span>
      </h1>
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
      <p class="lead">
        <InlineCode text={description} />
      </p>
      <p>
        <a href={`/schema/${name}.md`}>Markdown</a>
      </p>
      {values.length > 0 && <Values values={values} />}
      {kind === "input" && <InputList label={`Fields of ${name}`} inputs={fields} typeName={name} />}
      {kind !== "input" && fields.length > 0 && <FieldList typeName={name} fields={fields} />}
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
    <ul class="properties" aria-label="Values">
      {values.map(({ name, description, deprecation }) => (
        <PropertyItem
          key={name}
          name={<code>{name}</code>}
          type=""
          description={description}
          rules={deprecation === null ? "" : `deprecated: ${deprecation}`}
        />
      ))}
    </ul>
  );
}
