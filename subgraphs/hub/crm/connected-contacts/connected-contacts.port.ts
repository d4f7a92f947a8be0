/** A person in a connected address book, with the first value of each kind. */
export interface SourceContact {
  sourceId: string;
  email: string | null;
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
  company: string | null;
}

/**
 * A page, or why there is none:
 * - `unauthorized`: the token is not good.
 * - `missing_scope`: the grant does not include contacts.
 * - `refused`: the service refuses the request, or its answer is not of the protocol.
 * - `later`: no answer, an outage or a limit; `retryAfterMs` is how long the service asks to wait.
 */
export type ContactsAnswer =
  | { kind: "page"; contacts: SourceContact[]; next: string | null }
  | { kind: "unauthorized" }
  | { kind: "missing_scope" | "refused" }
  | { kind: "later"; retryAfterMs: number | null };

/** A service with a person's address book. */
export interface ConnectedContacts {
  /** As scopes are granted, any of which suffices; the first one is asked for. */
  readonly scopes: readonly [string, ...string[]];
  /** Reads the page after `next`, or the first one. Never throws. */
  fetchPage(request: { accessToken: string; next: string | null }): Promise<ContactsAnswer>;
}

/** Services with address books, by the name of their connection. */
export type ConnectedContactsServices = ReadonlyMap<string, ConnectedContacts>;
