import { createSignal } from "../state/signal.ts";
import type { OperationDocs } from "../../data/docs.types.ts";
import type { HistoryEntry } from "./library-panel.tsx";
import type { Draft, Outcome } from "./run-operation.ts";

const firstDocument = `# My account, credits and invoices: three subgraphs, one response.
query Dashboard {
  me {
    id
    name
    plan
    creditBalances {
      appId
      balance
    }
    recentInvoices(first: 3) {
      number
      status
      total
    }
    savedProperties(first: 3) {
      propertyId
      note
    }
  }
}
`;

/** Content of the editors. It survives navigation and is lost with the window. */
export const draft = createSignal<Draft>({
  document: firstDocument,
  variables: "",
  headers: "",
  operationName: null,
});

/** Incremented when the draft is replaced other than by typing, so that the editors show it. */
export const revision = createSignal(0);

/** The stored operation that was opened last, while its document is unchanged. */
export const opened = createSignal<OperationDocs | null>(null);

/** Outcome of the last run. */
export const lastOutcome = createSignal<Outcome | null>(null);

/** Runs of this window, newest first. */
export const runs = createSignal<readonly HistoryEntry[]>([]);

const keptRuns = 50;
let nextId = 1;

/** Adds a run to the history, without its headers: they may contain secrets. */
export function rememberRun(entry: Omit<HistoryEntry, "id" | "at">): void {
  const full = { ...entry, id: nextId++, at: new Date().toISOString() };
  runs.set([full, ...runs.value].slice(0, keptRuns));
}

/** Updates the draft from user input. */
export function changeDraft(part: Partial<Draft>): void {
  draft.set({ ...draft.value, ...part });
}

/** Replaces the content of the editors. */
export function replaceDraft(part: Partial<Draft>): void {
  changeDraft(part);
  revision.set(revision.value + 1);
}

/** Loads a stored operation into the editors, with matching variables. */
export function openOperation(docs: OperationDocs): void {
  const variables = docs.example?.variables ?? {};
  const needsApp = docs.rest?.appHeader === "required" && !docs.access.app;
  opened.set(docs);
  replaceDraft({
    document: docs.document,
    variables: Object.keys(variables).length > 0 ? `${JSON.stringify(variables, null, 2)}\n` : "",
    headers: needsApp ? `${JSON.stringify({ "x-app-id": "central" }, null, 2)}\n` : "",
    operationName: null,
  });
}
