/** What became of a session at the identity provider; `not_supported` where the provider offers no way to end it. */
export type IssuerOutcome = "ended" | "failed" | "not_supported";

/** The sessions at the identity provider. */
export interface IssuerSessions {
  /** Ends a session there. Never rejects. */
  end(session: string): Promise<IssuerOutcome>;
  close(): Promise<void>;
}
