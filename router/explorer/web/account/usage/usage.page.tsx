import { useMemo, useState } from "preact/hooks";
import { Meter } from "../../charts/meter.tsx";
import { Sparkline } from "../../charts/sparkline.tsx";
import { useSignal } from "../../state/signal.ts";
import { AiPanel } from "./ai-panel.tsx";
import { balanceCourse } from "./balance-course.ts";
import { CreditsOfRange, CreditsPanel } from "./credits-panel.tsx";
import { limitWindows, type LimitWindow } from "../keys/limit-windows.ts";
import { RequestsPanel } from "./requests-panel.tsx";
import { Panel } from "../panel.tsx";
import { Tile, Tiles } from "./tiles.tsx";
import { inMonth, ranges, variablesOf, type Range } from "./usage-range.ts";
import type { AccountOverview, AutoReload, CreditUsage } from "./usage.types.ts";
import { usePanel, type PanelState } from "../use-panel.ts";
import { limitOf, numberWords } from "../words.ts";

/** Balance, usage and remaining limits of the account. */
export function Page() {
  const [range, setRange] = useState<Range>("30 days");
  const variables = useMemo(() => variablesOf(range, new Date()), [range]);
  const month = useMemo(() => variablesOf("30 days", new Date()), []);
  const [spent] = usePanel<CreditUsage>("CreditUsage", month);
  const [overview] = usePanel<AccountOverview>("AccountOverview");
  return (
    <>
      <div class="page-head">
        <h1>Usage</h1>
        <label>
          Last{" "}
          <select value={range} onChange={(event) => setRange(event.currentTarget.value as Range)}>
            {ranges.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      <Overview overview={overview} spent={spent} />
      {range === "30 days" ? (
        <CreditsPanel range={range} variables={month} state={spent} />
      ) : (
        <CreditsOfRange range={range} variables={variables} />
      )}
      <RequestsPanel range={range} variables={variables} />
      {overview.state === "ready" && overview.value.isAdmin && <AiPanel />}
    </>
  );
}

interface OverviewProps {
  overview: PanelState<AccountOverview>;
  /** Of 30 days. */
  spent: PanelState<CreditUsage>;
}

function Overview({ overview, spent }: OverviewProps) {
  const [reload] = usePanel<AutoReload>("AutoReload", { appId: "central" });
  const windows = useSignal(limitWindows);
  return (
    <Panel name="AccountOverview" state={overview}>
      {(account) => (
        <Tiles>
          {account.creditBalances.length === 0 && <Tile name="Credits" value="0" note="no credits yet" />}
          {account.creditBalances.map(({ appId, balance, available, held, expiring }) => (
            <Tile
              key={appId}
              name={`Credits in ${appId}`}
              value={numberWords(available)}
              drawing={account.creditBalances.length === 1 && <BalanceLine balance={balance} spent={spent} />}
              note={[
                held > 0 ? `${numberWords(held)} held` : "available",
                ...expiring.map(({ amount }) => `${numberWords(amount)} expire within 30 days`),
              ].join(", ")}
            />
          ))}
          <Tile
            name="Spent this month"
            value={spent.state === "ready" ? numberWords(spentInMonth(spent.value)) : "…"}
            note="credits, in all apps (UTC)"
            drawing={
              spent.state === "ready" && (
                <Sparkline shape="bars" values={spent.value.series.map((day) => day.spent)} />
              )
            }
          />
          <LimitTiles plan={account.plan} windows={windows} />
          <ReloadTile reload={reload} />
        </Tiles>
      )}
    </Panel>
  );
}

/** The balance of the last 30 days. */
function BalanceLine({ balance, spent }: { balance: number; spent: PanelState<CreditUsage> }) {
  if (spent.state !== "ready") return null;
  return <Sparkline shape="line" values={balanceCourse(balance, spent.value.series)} />;
}

function spentInMonth({ series }: CreditUsage): number {
  // Credits have two decimals, so the sum is rounded to two.
  const hundredths = inMonth(series, new Date()).reduce((sum, { spent }) => sum + Math.round(spent * 100), 0);
  return hundredths / 100;
}

const windowWords: Record<string, string> = {
  minute: "this minute",
  day: "today",
  month: "this month",
  key_hour: "this hour with this key",
  key_day: "today with this key",
  key_month: "this month with this key",
};

function LimitTiles({ plan, windows }: { plan: string; windows: readonly LimitWindow[] | null }) {
  if (windows === null) return null;
  const known = windows.filter(({ name }) => Object.hasOwn(windowWords, name));
  if (known.length === 0) return <Tile name="Requests left" value={limitOf(-1)} note={`plan ${plan}`} />;
  return (
    <>
      {known.map(({ name, limit, remaining }) => (
        <Tile
          key={name}
          name={`Requests left ${windowWords[name]}`}
          value={numberWords(remaining)}
          note={`of ${numberWords(limit)}, plan ${plan}`}
          drawing={<Meter left={remaining} of={limit} />}
        />
      ))}
    </>
  );
}

function ReloadTile({ reload }: { reload: PanelState<AutoReload> }) {
  if (reload.state !== "ready") return null;
  const { enabled, status, monthlyCap, currentMonth } = reload.value;
  const spent = `$${numberWords(currentMonth.spentCents / 100)}`;
  const note = monthlyCap === null ? "no cap" : `${spent} of $${numberWords(monthlyCap / 100)} this month`;
  return (
    <Tile
      name="Auto-reload"
      value={enabled ? status : "off"}
      note={<a href="/settings#auto-reload">{note}</a>}
    />
  );
}
