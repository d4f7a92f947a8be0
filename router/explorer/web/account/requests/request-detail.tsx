import type { ErrorDocs } from "../../../data/docs.types.ts";
import { useData } from "../../data/load.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { IdChip } from "../../ui/id-chip.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { Panel } from "../panel.tsx";
import { usePanel } from "../use-panel.ts";
import { numberWords } from "../words.ts";
import type { LoggedRequest } from "./requests.types.ts";

interface RequestDetailProps {
  requestId: string;
  onClose(): void;
}

/** One request, and what its error means. */
export function RequestDetail({ requestId, onClose }: RequestDetailProps) {
  const variables = { requestId };
  const [state] = usePanel<LoggedRequest>("GetRequest", variables);
  return (
    <Panel
      name="GetRequest"
      variables={variables}
      state={state}
      tools={
        <button type="button" class="small-button" onClick={onClose}>
          Close
        </button>
      }
    >
      {(request) => <Facts request={request} />}
    </Panel>
  );
}

function Facts({ request }: { request: LoggedRequest }) {
  const { requestId, at, door, method, path, status, code, durationMs, cost, principal, appId, input } =
    request;
  return (
    <>
      {code !== null && <ErrorFacts code={code} />}
      <dl class="facts">
        <dt>Request ID</dt>
        <dd>
          <IdChip id={requestId} />
        </dd>
        <dt>Request</dt>
        <dd>
          <code>
            {method} {path}
          </code>{" "}
          ({door})
        </dd>
        <dt>Status</dt>
        <dd>{status}</dd>
        <dt>Time</dt>
        <dd>
          <TimeAgo at={at} />
        </dd>
        <dt>Duration</dt>
        <dd>{numberWords(durationMs)} ms</dd>
        <dt>Credits</dt>
        <dd>{numberWords(cost)}</dd>
        <dt>By</dt>
        <dd>
          {principal.type.replaceAll("_", " ")} <IdChip id={principal.id} />
        </dd>
        <dt>App</dt>
        <dd>{appId ?? "–"}</dd>
      </dl>
      {input !== null && (
        <>
          <h3>Input</h3>
          <CodeBlock label="Masked input" language="json" code={JSON.stringify(input, null, 2)} />
        </>
      )}
    </>
  );
}

/** Cause and fix of the error code. */
function ErrorFacts({ code }: { code: string }) {
  const errors = useData<readonly ErrorDocs[]>("errors.json");
  const docs = errors.state === "ready" ? errors.data.find((one) => one.code === code) : undefined;
  return (
    <>
      <p>
        <a href={`/errors#${code}`}>{code}</a>
        {docs && `: ${docs.cause}`}
      </p>
      {docs && (
        <p>
          <strong>Fix:</strong> {docs.fix}
        </p>
      )}
    </>
  );
}
