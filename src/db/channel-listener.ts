import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Logger } from "pino";

export interface ChannelListenerOptions {
  /** PostgreSQL URL of the database to listen to. */
  url: string;
  log: Logger;
  /** How long to wait before a lost connection is made again. */
  retryMs?: number;
}

/** Receives `pg_notify` notifications on one connection for all channels of this process. */
export interface ChannelListener {
  /**
   * Calls `onNotice` with each payload of the channel from now on. `onGap` is called whenever notices may have been
   * missed: when the connection was lost, and when there is one again. Answers a function that ends both.
   */
  listen(channel: string, onNotice: (payload: string) => void, onGap?: () => void): () => void;
  /** False while notices may be missed. */
  readonly isHearing: boolean;
  /**
   * Resolves when every process that listens to this database has received and handled all notifications of
   * transactions that committed before this call; after `withinMs` (2 seconds) at the latest, so that a failing
   * process delays no other. A process that cannot listen delays nothing either.
   */
  settle(withinMs?: number): Promise<void>;
  close(): Promise<void>;
}

interface Subscriber {
  channel: string;
  onNotice(payload: string): void;
  onGap?: (() => void) | undefined;
}

/** Channel on which listeners ask each other whether all notifications were received. */
const roundChannel = "listeners";
/** Held by the connection of each listener while it listens, so the server knows which listeners exist. */
const presenceLock = [0x4855_42, 1] as const;

/** Opens the listener's connection; it is made again for as long as it takes whenever it is lost. */
export async function openChannelListener(options: ChannelListenerOptions): Promise<ChannelListener> {
  const listener = new PostgresListener(options);
  await listener.connect();
  return listener;
}

class PostgresListener implements ChannelListener {
  readonly #options: ChannelListenerOptions;
  readonly #subscribers = new Set<Subscriber>();
  /** Channels that the current connection listens to; null without a connection. */
  #heard: Set<string> | null = null;
  /** Rounds that were asked here, each with the connections that have not answered yet. */
  readonly #rounds = new Map<string, (pid: string) => void>();
  #client: pg.Client | null = null;
  readonly #statements: (() => Promise<void>)[] = [];
  #isSending = false;
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: ChannelListenerOptions) {
    this.#options = options;
  }

  get isHearing(): boolean {
    return this.#heard !== null;
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: "listener",
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    client.on("notification", ({ channel, payload = "" }) => this.#receive(client, channel, payload));
    client.on("error", (error) => this.#options.log.warn({ err: error }, "Listener's connection failed"));
    client.on("end", () => this.#lost(client));
    try {
      await client.connect();
      this.#client = client;
      const channels = new Set([roundChannel, ...[...this.#subscribers].map(({ channel }) => channel)]);
      for (const channel of channels) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      await client.query("SELECT pg_advisory_lock_shared($1, $2)", [...presenceLock]);
      this.#heard = channels;
      if (this.#isClosed) await client.end();
    } catch (error) {
      this.#client = null;
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  listen(channel: string, onNotice: (payload: string) => void, onGap?: () => void): () => void {
    const subscriber: Subscriber = { channel, onNotice, onGap };
    this.#subscribers.add(subscriber);
    if (this.#heard && !this.#heard.has(channel)) {
      this.#heard.add(channel);
      const client = this.#client;
      if (client)
        this.#query(client, `LISTEN ${pg.escapeIdentifier(channel)}`).catch((error: unknown) =>
          this.#options.log.warn({ err: error, channel }, "LISTEN failed"),
        );
    }
    return () => this.#subscribers.delete(subscriber);
  }

  async settle(withinMs = 2_000): Promise<void> {
    const client = this.#client;
    if (!client || !this.isHearing) return;
    const round = randomUUID();
    const { promise: isSettled, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, withinMs);
    try {
      // Acknowledgements may arrive before the list of listeners is known.
      const answered = new Set<string>();
      this.#rounds.set(round, (pid) => void answered.add(pid));
      const asked = await this.#queryAll(client, round);
      const check = () => asked.every((pid) => answered.has(pid)) && resolve();
      this.#rounds.set(round, (pid) => void (answered.add(pid), check()));
      check();
      await isSettled;
    } catch (error) {
      this.#options.log.warn({ err: error }, "Listeners cannot be asked");
    } finally {
      clearTimeout(timer);
      this.#rounds.delete(round);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retry) clearTimeout(this.#retry);
    this.#heard = null;
    await this.#client?.end();
  }

  /**
   * Notifications arrive in commit order, so a listener that receives a round's question has received all
   * earlier ones.
   */
  #receive(client: pg.Client, channel: string, payload: string): void {
    if (channel !== roundChannel) return this.#notify(channel, payload);
    const [word, round = "", pid = ""] = payload.split(" ");
    if (word === "heard") return this.#rounds.get(round)?.(pid);
    const answer = "SELECT pg_notify($1, format('heard %s %s', $2::text, pg_backend_pid()))";
    this.#query(client, answer, [roundChannel, round]).catch((error: unknown) =>
      this.#options.log.warn({ err: error }, "Listener's answer failed"),
    );
  }

  /** Asks every listener of this database, and returns the connections that were asked. */
  async #queryAll(client: pg.Client, round: string): Promise<string[]> {
    const { rows } = await this.#query<{ pid: string }>(
      client,
      `SELECT pid::text FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2
         AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      presenceLock,
    );
    await this.#query(client, "SELECT pg_notify($1, $2)", [roundChannel, `ask ${round}`]);
    return rows.map(({ pid }) => pid);
  }

  /** Sends immediately, or after the statements before: a connection runs one statement at a time. */
  #query<Row extends pg.QueryResultRow>(
    client: pg.Client,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<pg.QueryResult<Row>> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult<Row>>();
    this.#statements.push(() => client.query<Row>(text, [...values]).then(resolve, reject));
    if (!this.#isSending) void this.#sendAll();
    return promise;
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    for (let next = this.#statements.shift(); next; next = this.#statements.shift()) await next();
    this.#isSending = false;
  }

  #notify(channel: string, payload: string): void {
    for (const subscriber of this.#subscribers) {
      if (subscriber.channel === channel) subscriber.onNotice(payload);
    }
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#heard = null;
    this.#notifyGap();
    this.#reconnect();
  }

  #notifyGap(): void {
    for (const subscriber of this.#subscribers) subscriber.onGap?.();
  }

  #reconnect(): void {
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => {
      this.connect().then(
        () => this.#notifyGap(),
        (error: unknown) => {
          this.#options.log.warn({ err: error }, "Listener cannot connect yet");
          this.#reconnect();
        },
      );
    }, this.#options.retryMs ?? 1_000);
  }
}
