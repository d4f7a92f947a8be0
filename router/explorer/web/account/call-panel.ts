import type { PanelDocs } from "../../data/panels.types.ts";
import { loadData } from "../data/load.ts";
import type { CallMeta } from "../session/meter.ts";
import { asPerson as personHeaders } from "../session/account.ts";
import { session, type GraphqlFault } from "../session/session.ts";
import { readWindows } from "./keys/limit-windows.ts";

/** Response of a panel's operation. */
export interface PanelAnswer<T> {
  value: T;
  meta: CallMeta;
}

export interface PanelCallOptions {
  /** True for requests about the person, whatever account is selected. */
  asPerson?: boolean;
  /** True for a read that the page sends without a click of the visitor. */
  isPageRead?: boolean;
}

/** Rejected request, with the error of the platform. */
export class PanelFault extends Error {
  override name = "PanelFault";
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Null where no response was received. */
  readonly requestId: string | null;

  constructor({ message, extensions }: GraphqlFault, requestId: string | null = null) {
    super(message);
    this.code = extensions?.code ?? "INTERNAL_ERROR";
    this.details = extensions?.details ?? {};
    this.requestId = requestId;
  }
}

/** The panels of all pages by the name of their operation. */
function loadPanels(): Promise<Record<string, PanelDocs>> {
  return loadData("panels.json");
}

/** The panel of an operation. Throws when the operation has none. */
async function loadPanel(name: string): Promise<PanelDocs> {
  const panel = (await loadPanels())[name];
  if (!panel) throw new Error(`Unknown panel operation ${name}.`);
  return panel;
}

/**
 * Sends a panel's operation unchanged, as the selected identity. Returns the value of the root field. Throws PanelFault
 * for an error. A mutation carries the idempotency key `key` or a new one; a retry must pass the first key.
 */
export async function callPanel<T>(
  name: string,
  variables: Record<string, unknown> = {},
  { key = newKey(), asPerson = false, isPageRead = false }: PanelCallOptions & { key?: string } = {},
): Promise<PanelAnswer<T>> {
  const { document, kind, rootKey } = await loadPanel(name);
  const headers: Record<string, string> = {
    ...(kind === "mutation" ? { "idempotency-key": key } : {}),
    ...(asPerson ? personHeaders : {}),
  };
  const settings = { headers, operationName: name, isPageRead };
  const answer = await session.graphql(document, variables, settings).catch(() => {
    throw new PanelFault({
      message: "The platform is not reachable. Try again.",
      extensions: { code: "UNREACHABLE" },
    });
  });
  readWindows(answer.headers);
  const [fault] = answer.errors ?? [];
  const { status, requestId } = answer.meta;
  if (fault) throw new PanelFault(fault, requestId);
  if (!answer.data) throw new PanelFault({ message: `The platform returned status ${status}.` }, requestId);
  return { value: answer.data[rootKey] as T, meta: answer.meta };
}

/** Creates an idempotency key. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
