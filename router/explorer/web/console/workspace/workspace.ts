import { plainHeadersOf, withoutSecrets } from "./without-secrets.ts";

/** One document of the console with everything that is sent with it. */
export interface ConsoleTab {
  id: string;
  document: string;
  variables: string;
  headers: string;
  /** Operation to run, where the document has several. */
  operationName: string | null;
  /** Stored operation that it was opened from. */
  source: string | null;
}

/** Width of the panes in percent of the console. */
export interface PaneSizes {
  docs: number;
  editor: number;
}

/** Everything that the console keeps over a reload. */
export interface Workspace {
  tabs: readonly ConsoleTab[];
  active: string;
  sizes: PaneSizes;
  isDocsOpen: boolean;
}

export type TabContent = Omit<ConsoleTab, "id">;

/** More documents than this are not open at once. */
export const maxTabs = 20;
/** Longest text of an editor that is kept, in characters. */
export const maxText = 64 * 1024;
/** Longest workspace that is stored, in characters. Browsers give a page about five million. */
export const maxStored = 400_000;

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

const emptyTab: TabContent = { document: "", variables: "", headers: "", operationName: null, source: null };
const defaultSizes: PaneSizes = { docs: 24, editor: 50 };

/** The workspace of a first visit: one document that shows what the graph can do. */
export function firstWorkspace(): Workspace {
  const tab = { ...emptyTab, id: "1", document: firstDocument };
  return { tabs: [tab], active: tab.id, sizes: defaultSizes, isDocsOpen: false };
}

/** The open tab. */
export function activeTab({ tabs, active }: Workspace): ConsoleTab {
  return tabs.find(({ id }) => id === active) ?? tabs[0]!;
}

/** Opens a document in a new tab, or selects the tab that already shows it. The oldest other tab gives way to a new one beyond the limit. */
export function openTab(workspace: Workspace, content: Partial<TabContent>): Workspace {
  const full: TabContent = { ...emptyTab, ...content };
  const same = workspace.tabs.find((tab) => isSame(tab, full));
  if (same && full.document !== "") return { ...workspace, active: same.id };
  const tab = { ...full, id: nextId(workspace) };
  const kept = workspace.tabs.slice(-(maxTabs - 1));
  return { ...workspace, tabs: [...kept, tab], active: tab.id };
}

/** Closes a tab and selects its neighbour. The last one is replaced by an empty one. */
export function closeTab(workspace: Workspace, id: string): Workspace {
  const index = workspace.tabs.findIndex((tab) => tab.id === id);
  if (index < 0) return workspace;
  const tabs = workspace.tabs.filter((tab) => tab.id !== id);
  if (tabs.length === 0) {
    const tab = { ...emptyTab, id: nextId(workspace) };
    return { ...workspace, tabs: [tab], active: tab.id };
  }
  const active = workspace.active === id ? tabs[Math.min(index, tabs.length - 1)]!.id : workspace.active;
  return { ...workspace, tabs, active };
}

/** Selects a tab. */
export function selectTab(workspace: Workspace, id: string): Workspace {
  return workspace.tabs.some((tab) => tab.id === id) ? { ...workspace, active: id } : workspace;
}

/** Changes the content of a tab. */
export function changeTab(workspace: Workspace, id: string, part: Partial<TabContent>): Workspace {
  const tabs = workspace.tabs.map((tab) => (tab.id === id ? { ...tab, ...part } : tab));
  return { ...workspace, tabs };
}

/** Name of a tab: that of its first operation. */
export function titleOf({ document, source }: Pick<ConsoleTab, "document" | "source">): string {
  const text = document.replaceAll(/#[^\n]*/g, "");
  const named = /\b(?:query|mutation|subscription)\s+(\w{1,60})/.exec(text)?.[1];
  const field = /^\s*(?:query|mutation|subscription)?[^{]{0,500}\{\s*(\w{1,60})/.exec(text)?.[1];
  return named ?? source ?? field ?? "New document";
}

/** The workspace as it is stored: without credentials and secrets, and within the limits. */
export function storeWorkspace(workspace: Workspace): string {
  const tabs = workspace.tabs.map((tab) => ({
    ...tab,
    document: withoutSecrets(tab.document.slice(0, maxText)),
    variables: withoutSecrets(tab.variables.slice(0, maxText)),
    headers: plainHeadersOf(tab.headers),
  }));
  for (;;) {
    const text = JSON.stringify({ version: 1, ...workspace, tabs });
    if (text.length <= maxStored || tabs.length <= 1) return text;
    tabs.splice(tabs[0]!.id === workspace.active ? 1 : 0, 1);
  }
}

/** Reads a stored workspace. What is not valid is left out; without a valid tab it is that of a first visit. */
export function readWorkspace(text: string | null): Workspace {
  const first = firstWorkspace();
  const stored = parse(text);
  if (!stored || stored["version"] !== 1 || !Array.isArray(stored["tabs"])) return first;
  const tabs = new Map(
    stored["tabs"]
      .slice(0, maxTabs)
      .flatMap(readTab)
      .map((tab) => [tab.id, tab]),
  );
  if (tabs.size === 0) return first;
  const wanted = stored["active"];
  const active = typeof wanted === "string" && tabs.has(wanted) ? wanted : [...tabs.keys()][0]!;
  const sizes = stored["sizes"] as Partial<PaneSizes> | undefined;
  return {
    tabs: [...tabs.values()],
    active,
    sizes: {
      docs: percent(sizes?.docs, defaultSizes.docs),
      editor: percent(sizes?.editor, defaultSizes.editor),
    },
    isDocsOpen: stored["isDocsOpen"] === true,
  };
}

/** A width within the limits that keep every pane usable. */
export function percent(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value)
    ? Math.min(80, Math.max(15, Math.round(value)))
    : otherwise;
}

function readTab(value: unknown): ConsoleTab[] {
  if (typeof value !== "object" || value === null) return [];
  const { id, document, variables, headers, operationName, source } = value as Record<string, unknown>;
  const texts = [document, variables, headers];
  if (typeof id !== "string" || !/^\d{1,9}$/.test(id)) return [];
  if (!texts.every((text) => typeof text === "string" && text.length <= maxText)) return [];
  const name = (given: unknown) => (typeof given === "string" && /^\w{1,100}$/.test(given) ? given : null);
  return [
    {
      id,
      document: document as string,
      variables: variables as string,
      headers: headers as string,
      operationName: name(operationName),
      source: name(source),
    },
  ];
}

function parse(text: string | null): Record<string, unknown> | null {
  if (text === null || text.length > 2 * maxStored) return null;
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isSame(tab: TabContent, other: TabContent): boolean {
  return (
    tab.document === other.document && tab.variables === other.variables && tab.headers === other.headers
  );
}

function nextId({ tabs }: Workspace): string {
  return String(1 + Math.max(0, ...tabs.map(({ id }) => Number(id))));
}
