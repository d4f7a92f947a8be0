import type { DocumentNode } from "graphql";
import type { RequestContext } from "../../../../src/context.ts";

/** One operation of the account's graph, run by a voice agent. */
export interface AgentRequest {
  document: DocumentNode;
  variables: Record<string, unknown>;
  appId: string;
  /** ID of the voice agent, which the audit row names. */
  agentId: string;
  /** Scopes that its owner gave it. */
  scopes: readonly string[];
  /** Repeats under the same key change nothing. */
  key: string;
}

/** Operations of the account's other apps, with their rules, prices, idempotency and audit rows. */
export interface AccountOperations {
  /** The operation's data and its price. Throws the operation's DomainError. */
  run(
    ctx: RequestContext,
    request: AgentRequest,
  ): Promise<{ data: Record<string, unknown>; costHundredths: number }>;
}
