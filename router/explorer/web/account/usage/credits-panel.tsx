import { BarTable } from "../../charts/bar-table.tsx";
import { TimeChart } from "../../charts/time-chart.tsx";
import { download, toCsv } from "./csv.ts";
import { Panel } from "../panel.tsx";
import type { Range, RangeVariables } from "./usage-range.ts";
import type { CreditUsage } from "./usage.types.ts";
import { usePanel, type PanelState } from "../use-panel.ts";
import { numberWords, pointWords } from "../words.ts";

interface RangeProps {
  range: Range;
  variables: RangeVariables;
}

/** Spent credits in a selectable time range. */
export function CreditsOfRange({ range, variables }: RangeProps) {
  const [state] = usePanel<CreditUsage>("CreditUsage", variables);
  return <CreditsPanel range={range} variables={variables} state={state} />;
}

/** Spent credits over time, by app and by operation. */
export function CreditsPanel({ range, variables, state }: RangeProps & { state: PanelState<CreditUsage> }) {
  const { granularity } = variables;
  const save = () => {
    if (state.state !== "ready") return;
    const rows = state.value.series.map(({ at, spent, added, expired }) => [at, spent, added, expired]);
    download("credits.csv", toCsv(["at", "spent", "added", "expired"], rows));
  };
  return (
    <Panel
      name="CreditUsage"
      variables={variables}
      state={state}
      tools={
        <button type="button" class="small-button" onClick={save} disabled={state.state !== "ready"}>
          Download CSV
        </button>
      }
    >
      {({ series, byApp, byOperation }) => (
        <>
          <TimeChart
            label={`Credits spent by ${granularity}, last ${range}`}
            at={series.map(({ at }) => Date.parse(at))}
            series={[{ label: "Spent", values: series.map(({ spent }) => spent) }]}
            wordsOf={(at) => pointWords(new Date(at).toISOString(), granularity)}
            numberOf={numberWords}
          />
          <div class="panels">
            <div>
              <h3>By app</h3>
              <BarTable
                caption="Credits spent by app"
                heads={["App", "Spent", "Added"]}
                numberOf={numberWords}
                bars={byApp.map(({ appId, spent, added }) => ({
                  key: appId,
                  name: appId,
                  value: spent,
                  more: [numberWords(added)],
                }))}
              />
            </div>
            <div>
              <h3>By operation</h3>
              <BarTable
                caption="Credits spent by operation"
                heads={["Operation", "Spent", "Movements"]}
                numberOf={numberWords}
                bars={byOperation.map(({ operation, spent, movements }) => ({
                  key: operation ?? "",
                  name: operation ?? "unnamed",
                  value: spent,
                  more: [numberWords(movements)],
                }))}
              />
            </div>
          </div>
        </>
      )}
    </Panel>
  );
}
