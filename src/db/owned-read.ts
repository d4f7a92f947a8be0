import pg from "pg";

/** The part of a `pg` connection that sends messages; the library's types leave it out. */
interface Wire {
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: unknown[]; valueMapper?: (value: unknown) => unknown }): void;
  execute(message: Record<string, never>): void;
  /** Statements that were sent to be parsed, by name. */
  submittedNamedStatements: Record<string, string>;
}

type Done = (error: Error | null, result: pg.QueryResult) => void;

interface QueryHooks {
  name?: string;
  text: string;
  prepare(wire: Wire): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: DataRow): void;
  handleError(error: Error, wire: Wire): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  hasBeenParsed(wire: Wire): boolean;
  readonly _result: RowShape & { rows: unknown[] };
  _canceledDueToError: unknown;
}

interface DataRow {
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

/** The same connections without asking for a description. */
const quietWires = new WeakMap<Wire, Wire>();

function quietOf(wire: Wire): Wire {
  let quiet = quietWires.get(wire);
  if (!quiet) {
    quiet = Object.create(wire, { describe: { value: () => undefined } }) as Wire;
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
const Query = pg.Query as unknown as new (
  config: pg.QueryConfig,
  values: undefined,
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

  constructor(seen: Seen, config: pg.QueryConfig, done: Done) {
    super(config, undefined, done);
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
    if (this.#build) return super.prepare(quietOf(wire));
    this.#describing = wire;
    super.prepare(wire);
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
