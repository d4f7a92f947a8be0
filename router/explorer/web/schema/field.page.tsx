import { accessLine } from "../../access-words.ts";
import type { FieldDocs, OperationDocs, TypeDocs } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { AccessFacts } from "../reference/access-facts.tsx";
import { TypeLink } from "../reference/coordinate-link.tsx";
import { ErrorList } from "../reference/error-list.tsx";
import { LoadedView } from "../reference/loaded-view.tsx";
import { OperationSamples } from "../reference/operation-samples.tsx";
import { Provenance } from "../reference/provenance.tsx";
import { ruleWords } from "../../schema-rows.ts";
import type { PageProps } from "../routes.ts";
import { InlineCode } from "../ui/inline-code.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { Pill } from "../ui/pill.tsx";
import { InputList } from "./input-list.tsx";
import { ReachTable } from "./reach-table.tsx";

export function Page({ params }: PageProps) {
  const loaded = useData<TypeDocs>(`types/${params["type"]!}.json`);
  return (
    <LoadedView loaded={loaded} label={params["type"]!} isPage>
      {(type) => {
        const field = type.fields.find(({ name }) => name === params["field"]);
        return field ? <FieldReference type={type} field={field} /> : <NotFound />;
      }}
    </LoadedView>
  );
}

function FieldReference({ type, field }: { type: TypeDocs; field: FieldDocs }) {
  const { name, description, subgraphs, deprecation, access, constraint } = field;
  const isInput = type.kind === "input";
  return (
    <>
      <h1 class="path-title">
        <span>
          <a href={`/schema/${type.name}`}>{type.name}</a>.{name}
        </span>
      </h1>
      <p class="pills">
        {!isInput && <Provenance isDocumented={field.documented} />}
        {subgraphs.map((subgraph) => (
          <Pill key={subgraph} tone="accent">
            {subgraph}
          </Pill>
        ))}
        {deprecation !== null && <Pill tone="warn">deprecated</Pill>}
      </p>
      <p>
        <TypeLink type={field.type} />
      </p>
      <p class="lead">
        <InlineCode text={description} />
      </p>
      {deprecation !== null && <p class="note note-warn">Deprecated: {deprecation}</p>}
      {constraint && ruleWords(constraint).length > 0 && <p>Must be {ruleWords(constraint).join(", ")}.</p>}
      <p>
        <a href={`/schema/${type.name}/${name}.md`}>Markdown</a>
      </p>
      {access.length > 0 && <WaysIn field={field} />}
      {field.arguments.length > 0 && (
        <>
          <h2>Arguments</h2>
          <InputList label="Arguments" inputs={field.arguments} />
        </>
      )}
      {!isInput && (
        <>
          <h2>Used by operations</h2>
          <ReachTable reach={field.reach} />
        </>
      )}
      {field.reach[0] && <FirstOperation name={field.reach[0].operation} />}
    </>
  );
}

function WaysIn({ field: { access } }: { field: FieldDocs }) {
  const [least, ...others] = access;
  const lines = [...new Set(others.map(accessLine))].filter((line) => line !== accessLine(least!));
  return (
    <>
      <h2>Access</h2>
      <AccessFacts access={least!} path={null} appHeader="none" />
      {lines.length > 0 && (
        <details>
          <summary>Other paths ({lines.length})</summary>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Samples and errors of the first operation that reads the field. */
function FirstOperation({ name }: { name: string }) {
  const loaded = useData<OperationDocs>(`operations/${name}.json`);
  return (
    <LoadedView loaded={loaded} label={name}>
      {(operation) => (
        <>
          <h2>Sample: {name}</h2>
          <OperationSamples operation={operation} first="GraphQL" />
          <p>
            <a class="button" href={`/console?op=${name}`}>
              Open in the console
            </a>
          </p>
          <h2>Errors</h2>
          <ErrorList errors={operation.errors} />
        </>
      )}
    </LoadedView>
  );
}
