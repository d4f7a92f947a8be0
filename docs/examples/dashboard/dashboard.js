import "./environment.js";
import { cacheExchange, Client, fetchExchange } from "@urql/core";

const usageQuery = `query Usage($from: DateTime!) {
  me { plan creditBalances { appId available } }
  creditUsage(from: $from) { spent series { at spent } byOperation { operation spent } }
}`;

const form = document.querySelector("#sign-in");
const said = document.querySelector("#said");
const panels = document.querySelector("#panels");

/** A client for one key, which stays in memory. */
function clientFor(url, key) {
  return new Client({
    url: new URL("/graphql", url).href,
    exchanges: [cacheExchange, fetchExchange],
    preferGetMethod: false,
    fetchOptions: { headers: { "x-api-key": key } },
  });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void show();
});

async function show() {
  const { url, key } = Object.fromEntries(new FormData(form));
  said.textContent = "Loading …";
  const from = new Date(Date.now() - 29 * 86_400_000).toISOString();
  const { data, error } = await clientFor(url, key).query(usageQuery, { from }).toPromise();
  said.textContent = error
    ? error.message
    : `Plan ${data.me.plan}. Spent in 30 days: ${data.creditUsage.spent}.`;
  panels.replaceChildren(...(error ? [] : shown(data)));
}

function shown({ me, creditUsage }) {
  const { series, byOperation } = creditUsage;
  return [
    table("Credits to spend", ["App", "Credits"], me.creditBalances, ({ appId, available }) => [
      appId,
      available,
    ]),
    table("Spent by day", ["Day", "Credits"], series, ({ at, spent }) => [at.slice(0, 10), spent], true),
    table(
      "Spent by operation",
      ["Operation", "Credits"],
      byOperation,
      ({ operation, spent }) => [operation ?? "without a name", spent],
      true,
    ),
  ];
}

/** Rows of a name and a number; with bars, each number is also drawn. */
function table(caption, heads, rows, cellsOf, hasBars = false) {
  const element = document.createElement("table");
  element.createCaption().textContent = caption;
  const head = element.createTHead().insertRow();
  for (const name of heads)
    head.append(Object.assign(document.createElement("th"), { textContent: name, scope: "col" }));
  const body = element.createTBody();
  const most = Math.max(1, ...rows.map((row) => cellsOf(row)[1]));
  for (const row of rows) {
    const [name, value] = cellsOf(row);
    const line = body.insertRow();
    line.append(Object.assign(document.createElement("th"), { textContent: name, scope: "row" }));
    line.insertCell().textContent = value;
    if (hasBars)
      line
        .insertCell()
        .append(Object.assign(document.createElement("meter"), { max: most, value, title: value }));
  }
  return element;
}
