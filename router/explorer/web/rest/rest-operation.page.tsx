import type { OperationDocs } from "../../data/docs.types.ts";
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
import { Pill } from "../ui/pill.tsx";
import { InlineCode } from "../ui/inline-code.tsx";
import { ParameterList } from "./parameter-list.tsx";
import { ResponseList } from "./response-list.tsx";

loadTryForm();

export function Page({ params }: PageProps) {
  const loaded = useData<OperationDocs>(`operations/${params["operationId"]!}.json`);
  return (
    <LoadedView loaded={loaded} label={params["operationId"]!} isPage>
      {(operation) => <RestOperation operation={operation} />}
    </LoadedView>
  );
}

function RestOperation({ operation }: { operation: OperationDocs }) {
  const { name, rest, tool, description, documented, areaTitle, subgraph, access, output, errors } =
    operation;
  useShownArea(operation.area);
  if (!rest) {
    return (
      <>
        <h1>{name}</h1>
        <p>
          This operation has no REST path. See the <a href={`/operations#${name}`}>stored operation</a>
          {tool && (
            <>
              {" "}
              or the tool <a href={`/tools/${tool.name}`}>{tool.name}</a>
            </>
          )}
          .
        </p>
      </>
    );
  }
  return (
    <ReferencePage
      head={
        <>
          <h1 class="path-title">
            <span class={`method method-${rest.method}`}>{rest.method}</span> <span>{rest.path}</span>
          </h1>
          <p class="lead">
            <InlineCode text={description} />
          </p>
          <p class="pills">
            <Provenance isDocumented={documented} />
            <Pill>{areaTitle}</Pill>
            <Pill tone="accent">{subgraph}</Pill>
          </p>
          <p class="links">
            GraphQL: <CoordinateLink coordinate={operation.coordinate} />
            {tool && (
              <>
                {" · "}agent tool: <a href={`/tools/${tool.name}`}>{tool.name}</a>
              </>
            )}
            {" · "}
            <a href={`/console?op=${name}`}>Open in the console</a>
            {" · "}
            <a href={`/rest/${name}.md`}>Markdown</a>
          </p>
          <AccessFacts access={access} path={rest.path} appHeader={rest.appHeader} />
          {rest.routes.length > 1 && <OtherRoutes routes={rest.routes.slice(1)} />}
        </>
      }
      form={<TryIt operation={operation} door="rest" />}
      samples={<OperationSamples operation={operation} first="curl" />}
    >
      <h2>Parameters</h2>
      <ParameterList parameters={rest.parameters} />
      {rest.body && (
        <>
          <h2>Body</h2>
          <PropertyList schema={rest.body} label="Body" meanings={operation.meanings} />
        </>
      )}
      <h2>Responses</h2>
      <ResponseList responses={rest.responses} />
      <h3>Body of {rest.status}</h3>
      <PropertyList schema={output} label={`Body of ${rest.status}`} isAnswer />
      <h2>Errors</h2>
      <ErrorList errors={errors} />
    </ReferencePage>
  );
}

function OtherRoutes({ routes }: { routes: readonly { path: string; isDeprecated: boolean }[] }) {
  return (
    <p>
      Also at{" "}
      {routes.map(({ path, isDeprecated }, index) => (
        <span key={path}>
          {index > 0 && ", "}
          <code>{path}</code>
          {isDeprecated && " (deprecated)"}
        </span>
      ))}
      .
    </p>
  );
}
