import type pg from "pg";
import { OwnedRead, Query, type DataRow, type Wire } from "./owned-read.ts";

/** A read of a group. Its statement is one that the connection has described before. */
export interface GroupedRead {
  ownerId: string;
  query: pg.QueryConfig;
}

/** The outcome of one read of a group that the server completed. */
export interface ReadOutcome {
  rows: unknown[];
  /** Set when its values could not be sent, or its rows not be parsed. */
  error: Error | null;
}

/**
 * Several reads under a single sync, which makes them one implicit transaction: the server sends their rows together.
 * Before each the owner is set whose rows it sees, unless the read before has the same one. The group fails when the
 * server refuses any of them. Requires exclusive use of the connection, like `OwnedRead`.
 */
export class ReadGroup extends Query {
  readonly #reads: readonly GroupedRead[];
  readonly #parts: readonly OwnedRead[];
  readonly #outcomes: (ReadOutcome | undefined)[] = [];
  /** The part of each command that was sent, in order. */
  readonly #commands: OwnedRead[] = [];
  #completed = 0;

  /** Sends a group. Resolves to the outcome of each read, in order; rejects when the group failed. */
  static send(client: pg.PoolClient, reads: readonly GroupedRead[]): Promise<ReadOutcome[]> {
    return new Promise((resolve, reject) => {
      const group: ReadGroup = new ReadGroup(reads, (error) => {
        if (error) return reject(error);
        // A row belongs to the command that is running, so no command may be missing.
        if (group.#completed !== group.#commands.length || group.#outcomes.length !== reads.length)
          return reject(new Error("The server did not complete every read of a group."));
        resolve(group.#outcomes as ReadOutcome[]);
      });
      client.query(group);
    });
  }

  private constructor(reads: readonly GroupedRead[], done: (error: Error | null) => void) {
    super("-- reads", undefined, done);
    this.#reads = reads;
    this.#parts = reads.map(
      ({ ownerId, query }, index) =>
        new OwnedRead({ ownerId }, query, (error, result) => {
          this.#outcomes[index] ??= { error, rows: error ? [] : result.rows };
        }),
    );
  }

  requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    let owner: string | null = null;
    for (const [index, part] of this.#parts.entries()) {
      const { ownerId } = this.#reads[index]!;
      const setsOwner = ownerId !== owner;
      owner = ownerId;
      part.prepareInGroup(wire, { setsOwner });
      if (setsOwner) this.#commands.push(part);
      const isSent = this.#outcomes[index] === undefined;
      if (isSent) this.#commands.push(part);
    }
    wire.sync();
  }

  override handleDataRow(message: DataRow): void {
    this.#commands[this.#completed]?.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    this.#commands[this.#completed++]?.handleCommandComplete(message, wire);
  }

  override handleReadyForQuery(wire: Wire): void {
    for (const part of this.#parts) part.handleReadyForQuery(wire);
    super.handleReadyForQuery(wire);
  }
}
