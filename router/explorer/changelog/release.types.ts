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

/** Public facts besides the schema: access rules, doors and prices. */
export interface ReleaseFacts {
  version: string;
  /** Day it was made, YYYY-MM-DD. */
  date: string;
  /** Fields by the rule that guards them; each rule once. */
  access: readonly { rule: Partial<AccessFacts>; fields: readonly string[] }[];
  operations: Readonly<Record<string, ReleasedOperation>>;
  /** Credits by operation of the price list. */
  prices: Readonly<Record<string, number>>;
  /** Notes for API users on the changes since the previous release, by ID of the change. */
  notes?: Readonly<Record<string, string>>;
}

/** A release: its facts, and its schema in SDL without descriptions. */
export interface Release extends ReleaseFacts {
  sdl: string;
}

/** Effect of a change on clients. `review`: access is wider than before and needs an approver. */
export type ChangeLevel = "breaking" | "dangerous" | "safe" | "review";

/** Kind of the changed element. */
export type ChangeArea = "schema" | "policy" | "doors" | "prices";

/** One difference between two releases. */
export interface Change {
  /** Kind and element of the change. Stable over builds. */
  id: string;
  level: ChangeLevel;
  area: ChangeArea;
  /** Coordinate in the schema, route, tool, or operation of the price list. */
  subject: string;
  message: string;
  /** Affected stored operations. Not computed for safe changes. */
  operations: readonly string[];
  /** Their routes and tools. */
  doors: readonly string[];
  /** Note for API users. */
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

/** Reviewed changes of the next release, by ID. */
export interface ComingRelease {
  version: string;
  accepted: Readonly<Record<string, { note: string; approver?: string }>>;
}
