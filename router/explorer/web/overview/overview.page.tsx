import { useEffect, useState } from "preact/hooks";
import type { OperationDocs, OverviewDocs } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { LoadedView } from "../reference/loaded-view.tsx";
import { mcpConfig } from "../samples/mcp-config.ts";
import { account } from "../session/account.ts";
import { samplesOf, samplesOfDocument, type Sample } from "../samples/samples.ts";
import { session } from "../session/session.ts";
import { environment } from "../shell/environment.ts";
import { useSignal } from "../state/signal.ts";
import { FirstCall } from "./first-call.tsx";
import { runByMcp } from "./run-mcp.ts";
import { LastRelease } from "./last-release.tsx";
import { LastCalls } from "./last-calls.tsx";
import { StatusLine } from "./status-line.tsx";
import { Tasks } from "./tasks.tsx";
import "../styles/overview.css";

/** The example request for all three doors. */
const first = "CreditBalance";
const firstDocument = `query { creditBalance(appId: "central") { balance available } }`;

/** Samples of other doors than REST. */
const otherDoors: ReadonlySet<string> = new Set(["GraphQL", "Tool", "MCP"]);

/** A command comes first: it runs as it is. */
function inOrder(samples: readonly Sample[]): Sample[] {
  return samples.toSorted((a, b) => Number(b.name === "curl") - Number(a.name === "curl"));
}

export function Page() {
  const overview = useData<OverviewDocs>("overview.json");
  const operation = useData<OperationDocs>(`operations/${first}.json`);
  // The samples of the first identity have other lines than those of nobody.
  const [isIdentified, setIdentified] = useState(session.facts.value !== null);
  useEffect(() => void session.ready().then(() => setIdentified(true)), []);
  return (
    <>
      <h1>Platform explorer</h1>
      <p class="lead">
        One account, one credit balance and one graph for several business apps, through GraphQL, REST and
        agent tools.
      </p>
      <StatusLine />
      <LoadedView loaded={overview} label="the overview">
        {(docs) => (
          <>
            <Counts docs={docs} />
            <LoadedView loaded={isIdentified ? operation : { state: "loading" }} label="the first request">
              {(data) => (
                <>
                  <Doors operation={data} tools={docs.counts.tools} />
                  <Tasks />
                  <LastCalls />
                  <LastRelease />
                  <p>
                    For agents and scripts: <a href="/llms.txt">llms.txt</a>,{" "}
                    <a href="/openapi.json">openapi.json</a>, <a href="/schema.graphql">schema.graphql</a>.
                  </p>
                </>
              )}
            </LoadedView>
          </>
        )}
      </LoadedView>
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
  const accountId = useSignal(account);
  const { origin } = window.location;
  const caller = { identity, accountId, baseUrl: origin };
  return (
    <div class="doors">
      <FirstCall
        title="GraphQL"
        samples={inOrder(samplesOfDocument({ document: firstDocument, variables: {} }, caller))}
        run={async () => {
          const { meta, headers: _, ...body } = await session.graphql(firstDocument);
          return { meta, body };
        }}
      >
        All fields of the platform in one graph. <a href="/console">Console</a>
      </FirstCall>
      <FirstCall
        title="REST"
        samples={inOrder(samplesOf(operation, caller).filter(({ name }) => !otherDoors.has(name)))}
        run={() => session.rest("GET", "/credits/balance/central")}
      >
        URLs for stored operations. <a href="/rest">All paths</a>
      </FirstCall>
      <FirstCall
        title="Agent tools"
        samples={[
          { name: "Configuration", code: mcpConfig(identity, origin, accountId) },
          ...samplesOf(operation, caller).filter(({ name }) => name === "Tool"),
        ]}
        run={() => runByMcp(operation)}
      >
        Through MCP at <code>/mcp</code>, {tools} tools. <a href="/tools">All tools</a>
      </FirstCall>
    </div>
  );
}
