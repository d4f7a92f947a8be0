/** Sums of movements by time, app and operation; amounts in integer hundredths. No database, no clock. */
import { pointsOf, type UsageRange } from "../../../src/time/usage-range.ts";
import { counterLedger, type MovementType } from "./ledger.ts";
import type { AppCreditUsage, CreditFlow, CreditUsage, OperationCreditUsage } from "./usage.types.ts";

type Flow = { [Name in keyof CreditFlow]: number };

/** Movements of one kind within one hour or day; `amount` is signed, as the account sees it. */
export interface MovementSum {
  /** Start of the hour or day, in milliseconds. */
  at: number;
  appId: string;
  type: MovementType;
  operation: string | null;
  movements: number;
  amount: number;
}

/** The sums of a range in three breakdowns, each with the same total. */
export function creditUsageOf(sums: readonly MovementSum[], range: UsageRange): CreditUsage {
  const whole = noFlow();
  const points = new Map(pointsOf(range).map((at) => [at, { at: new Date(at), ...noFlow() }]));
  const apps = new Map<string, AppCreditUsage>();
  const operations = new Map<string | null, OperationCreditUsage>();
  for (const sum of sums) {
    const point = points.get(sum.at);
    if (!point) continue;
    const app = entry(apps, sum.appId, () => ({ appId: sum.appId, ...noFlow() }));
    for (const flow of [whole, point, app]) add(flow, sum);
    if (flowOf(sum.type) !== "spent") continue;
    const { operation } = sum;
    const known = entry(operations, operation, () => ({ operation, spent: 0, movements: 0 }));
    known.spent -= sum.amount;
    known.movements += sum.movements;
  }
  return {
    ...whole,
    series: [...points.values()],
    byApp: [...apps.values()].sort((a, b) => b.spent - a.spent || a.appId.localeCompare(b.appId)),
    byOperation: [...operations.values()].sort(
      (a, b) => b.spent - a.spent || (a.operation ?? "").localeCompare(b.operation ?? ""),
    ),
  };
}

/** Which of the three numbers a movement counts in. */
function flowOf(type: MovementType): keyof CreditFlow {
  const ledger = counterLedger[type];
  if (ledger === "usage") return "spent";
  return ledger === "breakage" ? "expired" : "added";
}

function add(flow: Flow, { type, amount }: MovementSum): void {
  const name = flowOf(type);
  flow[name] += name === "added" ? amount : -amount;
}

function noFlow(): Flow {
  return { spent: 0, added: 0, expired: 0 };
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
