import type { OperationDocs, OverviewDocs } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { LoadedView } from "../reference/loaded-view.tsx";
import { operationCall, restCall } from "../samples/http-call.ts";
import { asCurl } from "../samples/curl.ts";
import { session } from "../session/session.ts";
import { environment } from "../shell/environment.ts";
import { useSignal } from "../state/signal.ts";
import { FirstCall } from "./first-call.tsx";
import { LastRelease } from "./last-release.tsx";
import { LastCalls } from "./last-calls.tsx";
import { StatusLine } from "./status-line.tsx";

/** The example request for all three doors. */
const first = "CreditBalance";

export function Page() {
  const overview = useData<OverviewDocs>("overview.json");
  const operation = useData<OperationDocs>(`operations/${first}.json`);
  return (
    <>
      <h1>Platform explorer</h1>
      <StatusLine />
      <LoadedView loaded={overview} label="the overview">
        {(docs) => (
          <>
            <Counts docs={docs} />
            <LoadedView loaded={operation} label="the first request">
              {(data) => <Doors operation={data} tools={docs.counts.tools} />}
            </LoadedView>
          </>
        )}
      </LoadedView>
      <LastRelease />
      <LastCalls />
      <p>
        For agents and scripts: <a href="/llms.txt">llms.txt</a>, <a href="/openapi.json">openapi.json</a>,{" "}
        <a href="/schema.graphql">schema.graphql</a>.
      </p>
    </>
  );
}

function Counts({ docs: { subgraphs, counts } }: { docs: OverviewDocs }) {
  return (
    <p>
      Version {environment.version}: {subgraphs.length} subgraphs ({subgraphs.join(", ")}),{" "}
      <a href="/schema">{counts.types} types</a>, <a href="/rest">{counts.rest} REST operations</a>,{" "}
      <a href="/tools">{counts.tools} agent tools</a>, <a href="/errors">{counts.errors} error codes</a>.
    </p>
  );
}

/** One call that works right now, through each of the three doors. */
function Doors({ operation, tools }: { operation: OperationDocs; tools: number }) {
  const identity = useSignal(session.identity);
  const { origin } = window.location;
  const caller = { identity, baseUrl: origin };
  const input = operation.example?.input ?? {};
  const config = JSON.stringify({ mcpServers: { hub: { type: "http", url: `${origin}/mcp` } } }, null, 2);
  return (
    <div class="cards">
      <FirstCall
        title="GraphQL"
        code={asCurl(operationCall(operation, caller))}
        run={async () => {
          const {
            meta,
            headers: _,
            ...body
          } = await session.graphql(operation.document, operation.example?.variables ?? {});
          return { meta, body };
        }}
      >
        All fields of the platform in one graph. <a href="/console">Console</a>
      </FirstCall>
      <FirstCall
        title="REST"
        code={asCurl(restCall(operation, caller)!)}
        run={() => session.rest("GET", "/credits/balance/central")}
      >
        URLs for stored operations. <a href="/rest">All paths</a>
      </FirstCall>
      <FirstCall title="Agent tools" code={config} run={() => session.tool(operation.tool!.name, input)}>
        Through MCP at <code>/mcp</code>, {tools} tools. <a href="/tools">All tools</a>
      </FirstCall>
    </div>
  );
}
