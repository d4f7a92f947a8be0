import type { Principal } from "../../src/access/principal.ts";

/** Somebody as whom the explorer can call: what the rules judge, a name for people, and the credential. */
export interface Identity extends Pick<
  Principal,
  "kind" | "plan" | "invoicerTier" | "isAdmin" | "scopes" | "appIds"
> {
  id: string;
  /** As the list of identities shows it: "Pia, professional". */
  name: string;
  /** Token or key; null for nobody. */
  credential: string | null;
  /** True for one of the demo database, whose credential is no secret and may stand in samples. */
  isDemo: boolean;
  /** False where only the credential is known, so that nobody can tell beforehand what it may do. */
  isKnown: boolean;
}

/** What the explorer is told about where it runs, and as whom it may act. */
export interface SessionFacts {
  isDemo: boolean;
  isProduction: boolean;
  identities: readonly Identity[];
}
