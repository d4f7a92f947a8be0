import { useEffect, useState } from "preact/hooks";
import { nobody } from "../session/identity.ts";
import { session } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { Table } from "../ui/table.tsx";
import "./guides.css";

const document = `query PriceList {
  operationCosts {
    costs {
      operation
      cost
      unit
      description
      enabled
    }
  }
  creditPackages(appId: "central") {
    packages {
      packageId
      name
      credits
      bonusCredits
      price
      currency
    }
  }
  plans(appId: "central") {
    currency
    plans {
      planId
      name
      description
      prices
      custom
      limits {
        requestsPerMinute
        requestsPerDay
        requestsPerMonth
      }
    }
  }
}`;

interface OperationCost {
  operation: string;
  cost: number;
  unit: string;
  description: string;
  enabled: boolean;
}

interface CreditPackage {
  packageId: string;
  name: string;
  credits: number;
  bonusCredits: number;
  price: number;
  currency: string;
}

interface Plan {
  planId: string;
  name: string;
  description: string;
  prices: Readonly<Record<string, { amount?: number } | number | null>>;
  custom: boolean;
  limits: { requestsPerMinute: number; requestsPerDay: number; requestsPerMonth: number };
}

interface PriceList {
  operationCosts: { costs: readonly OperationCost[] };
  creditPackages: { packages: readonly CreditPackage[] };
  plans: { currency: string; plans: readonly Plan[] };
}

type State =
  | { state: "loading" }
  | { state: "failed"; message: string }
  | { state: "ready"; list: PriceList };

async function loadList(): Promise<State> {
  try {
    const { data, errors } = await session.graphql<PriceList>(
      document,
      {},
      { as: nobody, isQuiet: true, isPageRead: true },
    );
    if (data) return { state: "ready", list: data };
    return { state: "failed", message: errors?.[0]?.message ?? "The server returned no prices." };
  } catch {
    return { state: "failed", message: "The server could not be reached." };
  }
}

export function Page() {
  const [loaded, setLoaded] = useState<State>({ state: "loading" });
  const load = () => {
    setLoaded({ state: "loading" });
    void loadList().then(setLoaded);
  };
  useEffect(load, []);
  return (
    <div class="guide-text">
      <h1>Prices</h1>
      <p>
        Current prices of this platform. How credits are charged is in <a href="/guides/credits">credits</a>,
        what plans allow in <a href="/guides/rate-limits">rate limits</a>.
      </p>
      {loaded.state === "loading" && <Spinner label="Loading the prices" />}
      {loaded.state === "failed" && (
        <ErrorNote title="The prices could not be loaded" message={loaded.message}>
          <button type="button" onClick={load}>
            Try again
          </button>
        </ErrorNote>
      )}
      {loaded.state === "ready" && <Lists list={loaded.list} />}
    </div>
  );
}

function Lists({ list: { operationCosts, creditPackages, plans } }: { list: PriceList }) {
  return (
    <>
      <h2 id="operations">Operations</h2>
      <Operations costs={operationCosts.costs} />
      <h2 id="packages">Credit packages</h2>
      <Packages packages={creditPackages.packages} />
      <h2 id="plans">Plans</h2>
      <Plans plans={plans.plans} currency={plans.currency} />
    </>
  );
}

function Operations({ costs }: { costs: readonly OperationCost[] }) {
  const [words, setWords] = useState("");
  const shown = costs.filter(({ operation, description }) =>
    `${operation} ${description}`.toLowerCase().includes(words.toLowerCase()),
  );
  return (
    <>
      <div class="filters">
        <label>
          Filter{" "}
          <input type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
        <span class="muted" role="status">
          {shown.length} of {costs.length}
        </span>
      </div>
      <Table
        caption="Prices of operations"
        rows={shown}
        keyOf={({ operation }) => operation}
        columns={[
          { name: "Operation", cell: ({ operation }) => <code>{operation}</code> },
          { name: "Credits", isNumber: true, cell: ({ cost, enabled }) => (enabled ? cost : "free") },
          { name: "Per", cell: ({ unit }) => unit },
          { name: "Description", cell: ({ description }) => description },
        ]}
      />
    </>
  );
}

function Packages({ packages }: { packages: readonly CreditPackage[] }) {
  return (
    <Table
      caption="Credit packages"
      rows={packages}
      keyOf={({ packageId }) => packageId}
      empty={<p>No credit packages are on sale.</p>}
      columns={[
        { name: "Package", cell: ({ name }) => name },
        { name: "Credits", isNumber: true, cell: ({ credits }) => credits },
        { name: "Bonus", isNumber: true, cell: ({ bonusCredits }) => bonusCredits },
        { name: "Price", isNumber: true, cell: ({ price, currency }) => money(price, currency) },
      ]}
    />
  );
}

function Plans({ plans, currency }: { plans: readonly Plan[]; currency: string }) {
  return (
    <Table
      caption="Plans"
      rows={plans}
      keyOf={({ planId }) => planId}
      columns={[
        { name: "Plan", cell: ({ name }) => name },
        { name: "Per month", isNumber: true, cell: (plan) => monthlyPrice(plan, currency) },
        {
          name: "Requests per minute",
          isNumber: true,
          cell: ({ limits }) => limit(limits.requestsPerMinute),
        },
        { name: "Per day", isNumber: true, cell: ({ limits }) => limit(limits.requestsPerDay) },
        { name: "Per month ", isNumber: true, cell: ({ limits }) => limit(limits.requestsPerMonth) },
      ]}
    />
  );
}

function monthlyPrice({ prices, custom }: Plan, currency: string): string {
  if (custom) return "on request";
  const monthly = prices["monthly"];
  const amount = typeof monthly === "number" ? monthly : monthly?.amount;
  return amount === undefined ? "free" : money(amount, currency);
}

/** -1 is without limit. */
const limit = (count: number): string => (count < 0 ? "no limit" : count.toLocaleString("en"));

function money(amount: number, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency: currency.toUpperCase() }).format(amount);
}
