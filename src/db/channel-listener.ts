import pg from "pg";
import type { Logger } from "pino";

export interface ChannelListenerOptions {
  /** PostgreSQL URL of the database whose notices are heard. */
  url: string;
  log: Logger;
  /** How long to wait before a lost connection is made again. */
  retryMs?: number;
}

/** Hears what `pg_notify` announces, on one connection for all channels of this process. */
export interface ChannelListener {
  /**
   * Calls `onNotice` with each payload of the channel from now on. `onGap` is called whenever notices may have been
   * missed: when the connection was lost, and when there is one again. Answers a function that ends both.
   */
  listen(channel: string, onNotice: (payload: string) => void, onGap?: () => void): () => void;
  /** False while notices may be missed. */
  readonly isHearing: boolean;
  close(): Promise<void>;
}

interface Subscriber {
  channel: string;
  onNotice(payload: string): void;
  onGap?: (() => void) | undefined;
}

/** Opens the listener's connection; it is made again for as long as it takes whenever it is lost. */
export async function openChannelListener(options: ChannelListenerOptions): Promise<ChannelListener> {
  const listener = new PostgresListener(options);
  await listener.connect();
  return listener;
}

class PostgresListener implements ChannelListener {
  readonly #options: ChannelListenerOptions;
  readonly #subscribers = new Set<Subscriber>();
  /** Channels that the present connection listens to; null while there is none. */
  #heard: Set<string> | null = null;
  #client: pg.Client | null = null;
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
    client.on("notification", ({ channel, payload = "" }) => this.#tell(channel, payload));
    client.on("error", (error) => this.#options.log.warn({ err: error }, "Listener's connection failed"));
    client.on("end", () => this.#lost(client));
    try {
      await client.connect();
      this.#client = client;
      const channels = new Set([...this.#subscribers].map(({ channel }) => channel));
      for (const channel of channels) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
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
      this.#client
        ?.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
        .catch((error: unknown) => this.#options.log.warn({ err: error, channel }, "LISTEN failed"));
    }
    return () => this.#subscribers.delete(subscriber);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retry) clearTimeout(this.#retry);
    this.#heard = null;
    await this.#client?.end();
  }

  #tell(channel: string, payload: string): void {
    for (const subscriber of this.#subscribers) {
      if (subscriber.channel === channel) subscriber.onNotice(payload);
    }
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#heard = null;
    this.#tellGap();
    this.#reconnect();
  }

  #tellGap(): void {
    for (const subscriber of this.#subscribers) subscriber.onGap?.();
  }

  #reconnect(): void {
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => {
      this.connect().then(
        () => this.#tellGap(),
        (error: unknown) => {
          this.#options.log.warn({ err: error }, "Listener cannot connect yet");
          this.#reconnect();
        },
      );
    }, this.#options.retryMs ?? 1_000);
  }
}
