import type { OperationDocs, ToolDocs } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { AccessFacts } from "../reference/access-facts.tsx";
import { CoordinateLink } from "../reference/coordinate-link.tsx";
import { ErrorList } from "../reference/error-list.tsx";
import { LoadedView } from "../reference/loaded-view.tsx";
import { OperationSamples } from "../reference/operation-samples.tsx";
import { Provenance } from "../reference/provenance.tsx";
import { PropertyList } from "../reference/property-list.tsx";
import { ReferencePage } from "../reference/reference-page.tsx";
import type { PageProps } from "../routes.ts";
import { useShownArea } from "../shell/children.ts";
import { loadTryForm, TryIt } from "../try-it/try-it.tsx";
import { InlineCode } from "../ui/inline-code.tsx";
import { Pill } from "../ui/pill.tsx";

loadTryForm();

export function Page({ params }: PageProps) {
  const name = params["name"]!;
  const loaded = useData<{ operation: string }>(`tools/${name}.json`);
  return (
    <LoadedView loaded={loaded} label={name} isPage>
      {({ operation }) => <ToolOfOperation name={operation} />}
    </LoadedView>
  );
}

function ToolOfOperation({ name }: { name: string }) {
  const loaded = useData<OperationDocs>(`operations/${name}.json`);
  return (
    <LoadedView loaded={loaded} label={name} isPage>
      {(operation) => operation.tool && <ToolReference operation={operation} tool={operation.tool} />}
    </LoadedView>
  );
}

function ToolReference({ operation, tool }: { operation: OperationDocs; tool: ToolDocs }) {
  const { hints } = tool;
  useShownArea(operation.area);
  return (
    <ReferencePage
      head={
        <>
          <h1 class="path-title">
            <span>{tool.name}</span>
          </h1>
          <p class="lead">
            <InlineCode text={tool.description} />
          </p>
          <p class="pills">
            <Provenance isDocumented={operation.documented} />
            <Pill tone="accent">{tool.app}</Pill>
            <Pill>{tool.toolset}</Pill>
            {hints.readOnly ? <Pill tone="ok">read-only</Pill> : <Pill tone="warn">changes data</Pill>}
            {hints.destructive && <Pill tone="bad">destructive</Pill>}
            {hints.openWorld && <Pill tone="warn">uses external services</Pill>}
            {hints.idempotent && <Pill>idempotent</Pill>}
            {tool.asksFirst && <Pill tone="warn">needs confirmation by a person</Pill>}
          </p>
          <p class="links">
            GraphQL: <CoordinateLink coordinate={operation.coordinate} />
            {operation.rest && (
              <>
                {" · "}REST:{" "}
                <a href={`/rest/${operation.name}`}>
                  {operation.rest.method} {operation.rest.path}
                </a>
              </>
            )}
            {" · "}
            <a href={`/console?op=${operation.name}`}>Open in the console</a>
            {" · "}
            <a href={`/tools/${tool.name}.md`}>Markdown</a>
          </p>
          <AccessFacts
            access={operation.access}
            path={null}
            appHeader={operation.rest?.appHeader ?? "optional"}
          />
        </>
      }
      form={<TryIt operation={operation} door="tool" />}
      samples={<OperationSamples operation={operation} first="Tool" />}
    >
      <h2>Arguments</h2>
      <PropertyList schema={tool.input} label="Arguments" meanings={operation.meanings} />
      <h2>Response</h2>
      <PropertyList schema={tool.output} label="Response" isAnswer />
      <h2>Errors</h2>
      <ErrorList errors={operation.errors} />
    </ReferencePage>
  );
}
