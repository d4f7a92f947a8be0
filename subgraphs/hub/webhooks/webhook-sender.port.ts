/** One request to a receiver. */
export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Ends the try without an answer when the process must stop. */
  signal: AbortSignal;
}

/** Why a try came to nothing, or `bad_status` for an answer outside 200 to 299. */
export type WebhookFault =
  | "timeout"
  | "address_refused"
  | "name_not_found"
  | "connection_failed"
  | "tls_failed"
  | "redirect_refused"
  | "bad_status";

/** Result of an attempt. */
export interface WebhookAnswer {
  /** Null when there was no response within the timeout. */
  status: number | null;
  /** Null for a response of 200 to 299. */
  fault: WebhookFault | null;
  /** The beginning of the answer's body, at most 4 KB; null without an answer. */
  body: string | null;
  retryAfter: string | null;
}

/** Reaches receivers, and says which ones it would not. */
export interface WebhookSender {
  /** Sends once; a receiver's misbehaviour is an answer. Rejects only when the signal was aborted. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
  /** The URL in its normal form. Throws INVALID_URL for one that is never called; `path` is the input field. */
  checkUrl(url: string, path?: string): string;
  close(): Promise<void>;
}
