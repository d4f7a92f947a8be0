import { useState } from "preact/hooks";
import { TimeChart } from "../../charts/time-chart.tsx";
import { Panel } from "../panel.tsx";
import { Tile, Tiles } from "./tiles.tsx";
import type { AiUsage } from "./usage.types.ts";
import { usePanel } from "../use-panel.ts";
import { moneyWords, numberWords, pointWords } from "../words.ts";

const apps = ["central", "invoicer", "event-manager", "payroll", "ai-caller", "hvut", "finance"];

/** AI requests of an app's users in the last 30 days. For administrators. */
export function AiPanel() {
  const [appId, setAppId] = useState("central");
  const [state] = usePanel<AiUsage>("AiUsage", { appId });
  return (
    <Panel
      name="AiUsage"
      variables={{ appId }}
      state={state}
      tools={
        <label>
          App{" "}
          <select value={appId} onChange={(event) => setAppId(event.currentTarget.value)}>
            {apps.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      }
    >
      {({ totals, daily }) => (
        <>
          <Tiles>
            <Tile name="Texts" value={numberWords(totals.textRequests)} note="30 days" />
            <Tile name="Images" value={numberWords(totals.imageRequests)} note="30 days" />
            <Tile name="Average time" value={`${numberWords(Math.round(totals.avgDurationMs))} ms`} />
            <Tile name="Spend" value={moneyWords(totals.estimatedSpendUsd, "USD")} note="at list price" />
          </Tiles>
          <TimeChart
            label={`AI requests of ${appId} by day, last 30 days`}
            at={daily.map(({ date }) => Date.parse(date))}
            series={[
              { label: "Texts", values: daily.map(({ textRequests }) => textRequests) },
              { label: "Images", values: daily.map(({ imageRequests }) => imageRequests) },
            ]}
            wordsOf={(at) => pointWords(new Date(at).toISOString(), "day")}
          />
        </>
      )}
    </Panel>
  );
}
