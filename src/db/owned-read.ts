import pg from "pg";

/** The part of a `pg` connection that sends messages; the library's types leave it out. */
export interface Wire {
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: unknown[]; valueMapper?: (value: unknown) => unknown }): void;
  execute(message: Record<string, never>): void;
  sync(): void;
  /** Statements that were sent to be parsed, by name. */
  submittedNamedStatements: Record<string, string>;
}

export type Done = (error: Error | null, result: pg.QueryResult) => void;

export interface QueryHooks {
  name: string | undefined;
  text: string;
  prepare(wire: Wire): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: DataRow): void;
  handleError(error: Error, wire: Wire): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
  hasBeenParsed(wire: Wire): boolean;
  readonly _result: RowShape & { rows: unknown[] };
  _canceledDueToError: unknown;
}

export interface DataRow {
  fields: readonly (string | null)[];
}

/** What the driver knows of a statement's rows once the server has described them. */
interface RowShape {
  readonly fields: readonly { name: string }[];
  readonly _parsers: readonly ((text: string) => unknown)[];
}

/** Makes a row of the texts of its columns. */
type BuildRow = (texts: readonly (string | null)[]) => Record<string, unknown>;

/** The reading of rows of one shape; the driver copies an empty row first and finds each column's name again. */
function rowBuilder({ fields, _parsers: parsers }: RowShape): BuildRow {
  const names = fields.map(({ name }) => name);
  return (texts) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) {
      const text = texts[index]!;
      row[names[index]!] = text === null ? null : parsers[index]!(text);
    }
    return row;
  };
}

/**
 * How rows of statements are built, by connection and statement: a prepared statement has the same columns each time, so
 * that the server need not describe them again. It refuses a statement whose columns have changed.
 */
const builders = new WeakMap<Wire, Map<string, BuildRow>>();

/** The same connections without some of their messages: without asking for a description, and without a sync. */
interface QuietWires {
  undescribed: Wire;
  unsynced: Wire;
}

const quietWires = new WeakMap<Wire, QuietWires>();

function quietOf(wire: Wire): QuietWires {
  let quiet = quietWires.get(wire);
  if (!quiet) {
    const nothing = { value: () => undefined };
    const undescribed = Object.create(wire, { describe: nothing }) as Wire;
    quiet = { undescribed, unsynced: Object.create(undescribed, { sync: nothing }) as Wire };
    quietWires.set(wire, quiet);
  }
  return quiet;
}

/** A statement that says whose rows the reading one sees. */
interface Sight {
  name: string;
  text: string;
  /** Connections that have parsed it. */
  knownTo: WeakSet<object>;
}

const ofOwner: Sight = {
  name: "set_owner",
  text: "SELECT set_config('app.user', $1, true), set_config('transaction_read_only', 'on', true)",
  knownTo: new WeakSet(),
};

const ofSystem: Sight = {
  name: "set_system",
  text: "SELECT set_config('app.system', 'on', true), set_config('transaction_read_only', 'on', true)",
  knownTo: new WeakSet(),
};

// The hooks of a query are documented by the library's own cursor and stream packages, not by its types.
export const Query = pg.Query as unknown as new (
  text: string,
  values: unknown[] | undefined,
  done: Done,
) => pg.Query & QueryHooks;

/** Whose rows are visible: one owner's, those without an owner (""), or all. */
export type Seen = { ownerId: string } | "all";

/**
 * A read statement preceded by one that sets whose rows it sees. Both are pipelined with a single sync, which
 * makes them an implicit transaction. So the setting, which is local to its transaction, ends with the
 * statement it is for, without BEGIN and COMMIT. Requires exclusive use of the connection.
 */
export class OwnedRead extends Query {
  readonly #sight: Sight;
  readonly #values: unknown[];
  #wire: Wire | null = null;
  #build: BuildRow | null = null;
  /** The connection that has been asked to describe the rows. */
  #describing: Wire | null = null;

  constructor(seen: Seen, { text, values, name }: pg.QueryConfig, done: Done) {
    // Given a configuration, the driver copies it with the descriptors of its properties, which takes longer than the rest.
    super(text, values, done);
    this.name = name;
    this.#sight = seen === "all" ? ofSystem : ofOwner;
    this.#values = seen === "all" ? [] : [seen.ownerId];
  }

  requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    this.#wire = wire;
    // The library takes the first statement that was parsed for the query's own, so that one is sent first.
    if (this.name !== undefined && !this.hasBeenParsed(wire)) {
      wire.parse({ name: this.name, text: this.text });
      wire.submittedNamedStatements[this.name] = this.text;
    }
    const { name, text, knownTo } = this.#sight;
    if (!knownTo.has(wire)) wire.parse({ name, text });
    wire.bind({ statement: name, values: this.#values });
    wire.execute({});
    this.#build = builders.get(wire)?.get(this.name ?? "") ?? null;
    if (this.#build) return super.prepare(quietOf(wire).undescribed);
    this.#describing = wire;
    super.prepare(wire);
  }

  /**
   * Sends the same as a part of a group, which the caller ends with a sync. Only for statements that this connection
   * `hasDescribed`. Without the owner's setting where an earlier part of the group has made it.
   */
  prepareInGroup(wire: Wire, { setsOwner }: { setsOwner: boolean }): void {
    if (setsOwner) {
      this.#wire = wire;
      wire.bind({ statement: this.#sight.name, values: this.#values });
      wire.execute({});
    }
    this.#build = builders.get(wire)!.get(this.name!)!;
    super.prepare(quietOf(wire).unsynced);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const wire = this.#describing;
    this.#build = rowBuilder(this._result);
    if (wire === null || this.name === undefined) return;
    const known = builders.get(wire) ?? new Map<string, BuildRow>();
    builders.set(wire, known.set(this.name, this.#build));
  }

  /** The first statement's result is ignored. */
  override handleDataRow(message: DataRow): void {
    if (this.#wire !== null || this._canceledDueToError) return;
    if (!this.#build) return super.handleDataRow(message);
    try {
      this._result.rows.push(this.#build(message.fields));
    } catch (error) {
      this._canceledDueToError = error;
    }
  }

  override handleError(error: Error, wire: Wire): void {
    builders.get(wire)?.delete(this.name ?? "");
    super.handleError(error, wire);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#wire === null) return super.handleCommandComplete(message, wire);
    this.#sight.knownTo.add(this.#wire);
    this.#wire = null;
  }
}

/** True for a statement that this connection has parsed and described, and that may therefore be part of a group. */
export function hasDescribed(wire: Wire, name: string | undefined): boolean {
  return name !== undefined && ofOwner.knownTo.has(wire) && (builders.get(wire)?.has(name) ?? false);
}

/** Sends one read on a connection that nobody else uses meanwhile. */
export function sendRead<Row>(client: pg.PoolClient, seen: Seen, config: pg.QueryConfig): Promise<Row[]> {
  return new Promise<Row[]>((resolve, reject) => {
    const done: Done = (error, result) => (error ? reject(error) : resolve(result.rows as Row[]));
    client.query(new OwnedRead(seen, config, done));
  });
}
