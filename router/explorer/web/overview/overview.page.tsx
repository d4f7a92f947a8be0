import type { OverviewDocs } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { environment } from "../shell/environment.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Spinner } from "../ui/spinner.tsx";

export function Page() {
  const overview = useData<OverviewDocs>("overview.json");
  return (
    <>
      <h1>Platform explorer</h1>
      {overview.state === "loading" && <Spinner label="Loading" />}
      {overview.state === "failed" && (
        <ErrorNote title="The documentation could not be loaded" message={overview.message} />
      )}
      {overview.state === "ready" && <Overview docs={overview.data} />}
    </>
  );
}

function Overview({ docs }: { docs: OverviewDocs }) {
  const { counts, subgraphs } = docs;
  const origin = window.location.origin;
  return (
    <>
      <p>
        Version {environment.version}: {subgraphs.length} subgraphs ({subgraphs.join(", ")}), {counts.types}{" "}
        types, {counts.rest} REST operations, {counts.tools} agent tools.
      </p>
      <div class="cards">
        <section class="card">
          <h2>GraphQL</h2>
          <CodeBlock label="A first GraphQL call" code={`POST ${origin}/graphql`} />
        </section>
        <section class="card">
          <h2>REST</h2>
          <CodeBlock label="The OpenAPI document" code={`${origin}/openapi.json`} />
        </section>
        <section class="card">
          <h2>Agents</h2>
          <CodeBlock label="The address for agents" code={`${origin}/mcp`} />
        </section>
      </div>
    </>
  );
}
