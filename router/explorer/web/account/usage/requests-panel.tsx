import { BarTable, type Bar } from "../../charts/bar-table.tsx";
import { TimeChart } from "../../charts/time-chart.tsx";
import { download, toCsv } from "./csv.ts";
import { Panel } from "../panel.tsx";
import type { Range, RangeVariables } from "./usage-range.ts";
import type { AccountKeyUsage, Counts } from "./usage.types.ts";
import { usePanel } from "../use-panel.ts";
import { numberWords, pointWords } from "../words.ts";

/** Requests with the account's keys: over time, by key and by endpoint. */
export function RequestsPanel({ range, variables }: { range: Range; variables: RangeVariables }) {
  const [state] = usePanel<AccountKeyUsage>("AccountKeyUsage", variables);
  const { granularity } = variables;
  const save = () => {
    if (state.state !== "ready") return;
    const rows = state.value.byKey.map(({ name, keyPreview, total, ok, rateLimited }) => [
      name,
      keyPreview,
      total,
      ok,
      rateLimited,
    ]);
    download("requests-by-key.csv", toCsv(["key", "preview", "total", "ok", "rateLimited"], rows));
  };
  return (
    <Panel
      name="AccountKeyUsage"
      variables={variables}
      state={state}
      tools={
        <button type="button" class="small-button" onClick={save} disabled={state.state !== "ready"}>
          Download CSV
        </button>
      }
    >
      {({ series, byKey, byEndpoint }) => (
        <>
          <TimeChart
            label={`Requests with keys by ${granularity}, last ${range}`}
            at={series.map(({ at }) => Date.parse(at))}
            series={[
              { label: "All", values: series.map(({ total }) => total) },
              { label: "Answered", values: series.map(({ ok }) => ok) },
              { label: "Rate limited", values: series.map(({ rateLimited }) => rateLimited) },
            ]}
            wordsOf={(at) => pointWords(new Date(at).toISOString(), granularity)}
          />
          <div class="panels">
            <div>
              <h3>By key</h3>
              <BarTable
                caption="Requests by key"
                heads={["Key", "Requests", "Failed", "Rate limited"]}
                bars={byKey.map((key) => barOf(key.keyId, key.name, key))}
                empty={<p class="muted">No API keys yet.</p>}
              />
            </div>
            <div>
              <h3>By endpoint</h3>
              <BarTable
                caption="Requests by endpoint"
                heads={["Endpoint", "Requests", "Failed", "Rate limited"]}
                bars={byEndpoint.map((row) => barOf(row.endpoint, row.endpoint, row))}
              />
            </div>
          </div>
        </>
      )}
    </Panel>
  );
}

function barOf(key: string, name: string, { total, clientError, serverError, rateLimited }: Counts): Bar {
  return {
    key,
    name,
    value: total,
    more: [numberWords(clientError + serverError), numberWords(rateLimited)],
  };
}
