import type { PanelDoor } from "../../operations/operation.ts";

/** A panel of the dashboards: its place, and the operation that it sends. */
export interface PanelDocs extends PanelDoor {
  kind: "query" | "mutation";
  /** Response key of the root field. */
  rootKey: string;
  description: string;
  document: string;
}

/** A scope and the operations that it allows. */
export interface ScopeDocs {
  scope: string;
  unlocks: readonly { operation: string; route: string }[];
}
