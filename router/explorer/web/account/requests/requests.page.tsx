import { useCallback, useState } from "preact/hooks";
import { navigate, place } from "../../shell/location.ts";
import { useSignal } from "../../state/signal.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Table } from "../../ui/table.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { Panel } from "../panel.tsx";
import { usePanel } from "../use-panel.ts";
import { usePoll } from "../use-poll.ts";
import { numberWords } from "../words.ts";
import { FilterForm } from "./filter-form.tsx";
import { RequestDetail } from "./request-detail.tsx";
import {
  addressOf,
  filterOf,
  variablesOf,
  type LoggedRequest,
  type RequestFilter,
  type RequestPage,
} from "./requests.types.ts";
import "../../styles/account.css";

const refreshMs = 3_000;

/** Requests of the account in the last 30 days. The filter and the opened request are in the URL. */
export function Page() {
  const { query } = useSignal(place);
  const filter = filterOf(query);
  const shown = new URLSearchParams(query).get("show");
  return (
    <>
      <h1>Requests</h1>
      <p>Requests of this account in the last 30 days, newest first. Text in their input is masked.</p>
      <FilterForm key={addressOf(filter)} filter={filter} onFilter={(next) => navigate(addressOf(next))} />
      {shown && <RequestDetail key={shown} requestId={shown} onClose={() => navigate(addressOf(filter))} />}
      <RequestList key={addressOf(filter)} filter={filter} />
    </>
  );
}

function RequestList({ filter }: { filter: RequestFilter }) {
  // Cursors of the pages before the shown one; the first page has none.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [isLive, setLive] = useState(false);
  const after = cursors.at(-1);
  const variables = { ...variablesOf(filter), limit: 50, ...(after === undefined ? {} : { after }) };
  const [state, reload] = usePanel<RequestPage>("ListRequests", variables);
  usePoll(
    useCallback(() => reload(), [reload]),
    refreshMs,
    isLive && after === undefined,
  );
  return (
    <Panel
      name="ListRequests"
      variables={variables}
      state={state}
      tools={
        <label>
          <input
            type="checkbox"
            checked={isLive}
            onChange={(event) => setLive(event.currentTarget.checked)}
          />{" "}
          Refresh every 3 seconds
        </label>
      }
    >
      {({ requests, nextCursor }) => (
        <>
          <RequestTable requests={requests} filter={filter} />
          <div class="buttons">
            <button
              type="button"
              disabled={cursors.length === 0}
              onClick={() => setCursors(cursors.slice(0, -1))}
            >
              Newer requests
            </button>
            <button
              type="button"
              disabled={nextCursor === null}
              onClick={() => nextCursor !== null && setCursors([...cursors, nextCursor])}
            >
              Older requests
            </button>
          </div>
        </>
      )}
    </Panel>
  );
}

function RequestTable({ requests, filter }: { requests: readonly LoggedRequest[]; filter: RequestFilter }) {
  return (
    <Table
      caption="Requests"
      rows={requests}
      keyOf={({ requestId, at }) => `${requestId} ${at}`}
      columns={[
        {
          name: "Request",
          cell: ({ requestId, method, path, operation }) => (
            <a href={addressOf(filter, requestId)}>{operation ?? `${method} ${path}`}</a>
          ),
        },
        {
          name: "Status",
          cell: ({ status, code }) => (code === null ? status : `${status} ${code}`),
        },
        { name: "Time", cell: ({ at }) => <TimeAgo at={at} /> },
        { name: "Door", cell: ({ door }) => door },
        { name: "Duration (ms)", isNumber: true, cell: ({ durationMs }) => numberWords(durationMs) },
        { name: "Credits", isNumber: true, cell: ({ cost }) => numberWords(cost) },
        { name: "App", cell: ({ appId }) => appId ?? "" },
      ]}
      empty={
        <EmptyState title="No requests">
          {addressOf(filter) === "/requests" ? (
            <>
              <p>Requests appear here within seconds.</p>
              <a class="button" href="/console">
                Send one in the console
              </a>
            </>
          ) : (
            <>
              <p>No request of the last 30 days matches the filters.</p>
              <a class="button" href="/requests">
                Clear the filters
              </a>
            </>
          )}
        </EmptyState>
      }
    />
  );
}
