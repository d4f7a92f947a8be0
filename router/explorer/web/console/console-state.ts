import { createSignal } from "../state/signal.ts";
import type { OperationDocs } from "../../data/docs.types.ts";
import type { Draft, Outcome } from "./run-operation.ts";
import { readStored, writeStored } from "./workspace/browser-storage.ts";
import { addRun, readRuns, storeRuns, type HistoryEntry } from "./workspace/history.ts";
import {
  activeTab,
  changeTab,
  closeTab,
  openTab,
  readWorkspace,
  selectTab,
  storeWorkspace,
  type TabContent,
  type Workspace,
} from "./workspace/workspace.ts";

const workspaceKey = "explorer.console";
const historyKey = "explorer.console.history";

/** Open documents and the layout. They survive a reload, without credentials and secrets. */
export const workspace = createSignal<Workspace>(readWorkspace(readStored(workspaceKey)));

/** Content of the editors: the open tab. */
export const draft = createSignal<Draft>(activeTab(workspace.value));

/** Incremented when the draft is replaced other than by typing, so that the editors show it. */
export const revision = createSignal(0);

/** Offset of the cursor in the document. */
export const cursor = createSignal(0);

/** The stored operation that the open tab comes from, once it is loaded. */
export const opened = createSignal<OperationDocs | null>(null);

/** Outcome of the last run of the open tab. */
export const lastOutcome = createSignal<Outcome | null>(null);

/** Runs of this browser, newest first. */
export const runs = createSignal<readonly HistoryEntry[]>(readRuns(readStored(historyKey)));

/** Last outcomes by tab. They contain responses, so they are never stored. */
const outcomes = new Map<string, Outcome>();

const storeAfterMs = 400;
let timer: ReturnType<typeof setTimeout> | null = null;

/** Stores the workspace soon, and at the latest when the page goes away. */
function storeSoon(): void {
  timer ??= setTimeout(storeNow, storeAfterMs);
}

function storeNow(): void {
  if (timer === null) return;
  clearTimeout(timer);
  timer = null;
  writeStored(workspaceKey, storeWorkspace(workspace.value));
}

window.addEventListener("pagehide", storeNow);

/** Replaces the workspace. Another open tab replaces the content of the editors. */
function setWorkspace(next: Workspace): void {
  const isOther = next.active !== workspace.value.active;
  workspace.set(next);
  storeSoon();
  if (!isOther) return;
  const tab = activeTab(next);
  if (opened.value?.name !== tab.source) opened.set(null);
  lastOutcome.set(outcomes.get(tab.id) ?? null);
  cursor.set(0);
  draft.set(tab);
  revision.set(revision.value + 1);
}

/** Changes the layout. */
export function changeLayout(part: Partial<Pick<Workspace, "sizes" | "isDocsOpen">>): void {
  setWorkspace({ ...workspace.value, ...part });
}

/** Opens a document in a new tab, or the tab that already shows it. */
export function openDocument(content: Partial<TabContent>): void {
  setWorkspace(openTab(workspace.value, content));
}

/** Selects a tab. */
export function showTab(id: string): void {
  setWorkspace(selectTab(workspace.value, id));
}

/** Closes a tab. */
export function removeTab(id: string): void {
  outcomes.delete(id);
  setWorkspace(closeTab(workspace.value, id));
}

/** Keeps the outcome of a tab's run, and shows it while the tab is open. */
export function showOutcome(tabId: string, outcome: Outcome): void {
  outcomes.set(tabId, outcome);
  if (workspace.value.active === tabId) lastOutcome.set(outcome);
}

/** Adds a run to the history, without its headers: they may contain secrets. */
export function rememberRun(entry: Omit<HistoryEntry, "id" | "at">): void {
  runs.set(addRun(runs.value, { ...entry, at: new Date().toISOString() }));
  writeStored(historyKey, storeRuns(runs.value));
}

/** Deletes the history, also from this browser. */
export function clearRuns(): void {
  runs.set([]);
  writeStored(historyKey, "[]");
}

/** Updates the draft from user input. */
export function changeDraft(part: Partial<Draft>): void {
  draft.set({ ...draft.value, ...part });
  setWorkspace(changeTab(workspace.value, workspace.value.active, part));
}

/** Replaces the content of the editors, and moves the cursor where `at` says. */
export function replaceDraft(part: Partial<Draft>, at = 0): void {
  changeDraft(part);
  cursor.set(at);
  revision.set(revision.value + 1);
}

/** Opens a stored operation with matching variables, or the tab that it is open in, edited or not. */
export function openOperation(docs: OperationDocs): void {
  const variables = docs.example?.variables ?? {};
  const needsApp = docs.rest?.appHeader === "required" && !docs.access.app;
  const known = workspace.value.tabs.find(({ source }) => source === docs.name);
  if (known) showTab(known.id);
  else {
    openDocument({
      document: docs.document,
      variables: Object.keys(variables).length > 0 ? `${JSON.stringify(variables, null, 2)}\n` : "",
      headers: needsApp ? `${JSON.stringify({ "x-app-id": "central" }, null, 2)}\n` : "",
      source: docs.name,
    });
  }
  opened.set(docs);
}
