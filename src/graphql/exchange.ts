import type { Dispatcher } from "undici";

/** One POST to a subgraph. */
export interface Post {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  /** How long the subgraph may be silent, before the head of its answer and in the midst of it. */
  timeoutMs: number;
}

/** Callbacks for a response, in this order; none follows `whenFailed`. */
export interface AnswerListener {
  whenStarted(statusCode: number): void;
  whenReceived(chunk: Buffer): void;
  whenEnded(): void;
  /** `hasStarted` when the head of the response had arrived before the connection failed or timed out. */
  whenFailed(error: Error, hasStarted: boolean): void;
}

/** One request and its answer, chunk by chunk, without the streams that most of its time would go into. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #listener: AnswerListener;
  #controller: Dispatcher.DispatchController | null = null;
  #abortReason: Error | null = null;
  #hasStarted = false;

  private constructor(listener: AnswerListener) {
    this.#listener = listener;
  }

  /** Sends it as soon as a connection is free. */
  static start(connections: Dispatcher, post: Post, listener: AnswerListener): Exchange {
    const exchange = new Exchange(listener);
    const { path, headers, body, timeoutMs } = post;
    const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
    connections.dispatch({ method: "POST", path, headers, body, ...timeouts }, exchange);
    return exchange;
  }

  /** Ends the request, whether it is sent already or waits for a connection. */
  abort(reason: Error): void {
    this.#abortReason = reason;
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#abortReason) controller.abort(this.#abortReason);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, statusCode: number): void {
    if (statusCode < 200) return;
    this.#hasStarted = true;
    this.#listener.whenStarted(statusCode);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#listener.whenReceived(chunk);
  }

  onResponseEnd(): void {
    this.#listener.whenEnded();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#listener.whenFailed(error, this.#hasStarted);
  }
}
