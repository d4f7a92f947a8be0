import type { OperationDocs } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { AccessFacts } from "../reference/access-facts.tsx";
import { CoordinateLink } from "../reference/coordinate-link.tsx";
import { ErrorList } from "../reference/error-list.tsx";
import { LoadedView } from "../reference/loaded-view.tsx";
import { OperationSamples } from "../reference/operation-samples.tsx";
import { Provenance } from "../reference/provenance.tsx";
import { SchemaTable } from "../reference/schema-table.tsx";
import type { PageProps } from "../routes.ts";
import { Pill } from "../ui/pill.tsx";
import { ParameterTable } from "./parameter-table.tsx";
import { ResponseTable } from "./response-table.tsx";
import { TryRest } from "./try-rest.tsx";

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
    <div class="reference">
      <article>
        <h1>
          <span class={`method method-${rest.method}`}>{rest.method}</span> {rest.path}
        </h1>
        <p class="pills">
          <Provenance isDocumented={documented} />
          <Pill>{areaTitle}</Pill>
          <Pill tone="accent">{subgraph}</Pill>
        </p>
        <p>{description}</p>
        <p>
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
        <h2>Parameters</h2>
        <ParameterTable parameters={rest.parameters} />
        {rest.body && (
          <>
            <h2>Body</h2>
            <SchemaTable schema={rest.body} caption="Body" />
          </>
        )}
        <h2>Responses</h2>
        <ResponseTable responses={rest.responses} />
        <h3>Body of {rest.status}</h3>
        <SchemaTable schema={output} caption={`Body of ${rest.status}`} isAnswer />
        <h2>Errors</h2>
        <ErrorList errors={errors} />
      </article>
      <aside aria-label="Samples">
        <OperationSamples operation={operation} first="curl" />
        <TryRest operation={operation} rest={rest} />
      </aside>
    </div>
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
