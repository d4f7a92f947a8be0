import type { AccessFacts } from "../../../src/access/rules.ts";

/** An operation as a release has it. */
export interface ReleasedOperation {
  /** Its document, without spaces. */
  document: string;
  /** Its REST paths with their methods, as `GET /credits/balance/{appId}`. */
  routes: readonly string[];
  tool: string | null;
  /** Deprecated names by which the tool is still called. */
  toolAliases?: readonly string[];
}

/** What clients may rely on, beside the schema: who may call what, by which doors, and at which price. */
export interface ReleaseFacts {
  version: string;
  /** Day it was made, YYYY-MM-DD. */
  date: string;
  /** Fields by the rule that guards them; each rule once. */
  access: readonly { rule: Partial<AccessFacts>; fields: readonly string[] }[];
  operations: Readonly<Record<string, ReleasedOperation>>;
  /** Credits by operation of the price list. */
  prices: Readonly<Record<string, number>>;
  /** What callers should know of its changes since the one before, by their id. */
  notes?: Readonly<Record<string, string>>;
}

/** A release: its facts, and its schema in SDL without descriptions. */
export interface Release extends ReleaseFacts {
  sdl: string;
}

/** What a change means for who calls. `review`: more may be done than before, which somebody must approve. */
export type ChangeLevel = "breaking" | "dangerous" | "safe" | "review";

/** What is changed. */
export type ChangeArea = "schema" | "policy" | "doors" | "prices";

/** One difference between two releases. */
export interface Change {
  /** The kind of change and what it is about; the same for the same change at every build. */
  id: string;
  level: ChangeLevel;
  area: ChangeArea;
  /** Coordinate in the schema, route, tool, or operation of the price list. */
  subject: string;
  message: string;
  /** Stored operations that meet it. Not worked out for what is safe. */
  operations: readonly string[];
  /** Their routes and tools. */
  doors: readonly string[];
  /** What callers should know of it. */
  note?: string;
}

/** All that changed from one release to the next. */
export interface ReleaseChanges {
  version: string;
  /** Null while it is not released. */
  date: string | null;
  since: string;
  changes: readonly Change[];
}

/** Changes of the coming release that somebody has looked at, by their id. */
export interface ComingRelease {
  version: string;
  accepted: Readonly<Record<string, { note: string; approver?: string }>>;
}
