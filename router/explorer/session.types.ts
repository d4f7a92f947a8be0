import type { Principal } from "../../src/access/principal.ts";

/** Identity for requests of the explorer: facts for the access rules, a display name and the credential. */
export interface Identity extends Pick<
  Principal,
  "kind" | "plan" | "invoicerTier" | "isAdmin" | "scopes" | "appIds"
> {
  id: string;
  /** As the list of identities shows it: "Pia, professional". */
  name: string;
  /** Token or key. Null for the anonymous identity. */
  credential: string | null;
  /** True for a demo identity, whose credential is no secret and may appear in samples. */
  isDemo: boolean;
  /** False if only the credential is known, so that its permissions cannot be determined in advance. */
  isKnown: boolean;
}

/** Session facts: the environment and the available identities. */
export interface SessionFacts {
  isDemo: boolean;
  isProduction: boolean;
  identities: readonly Identity[];
}
