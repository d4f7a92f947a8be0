import { parse } from "graphql";
import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { internalPrincipal } from "../../src/access/principal.ts";
import { newMeter } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { subgraphError } from "../../src/graphql/subgraph-error.ts";
import { systemClock } from "../../src/time/clock.ts";
import { toPrincipal, type ResolveCaller } from "../calls/identify.ts";
import type { InteractionParts } from "./interaction.ts";
import type { ConsentAccount } from "./pages.ts";

const document = parse("query SignInAccounts { accounts { accounts { id name role } } }");

/** Finds the accounts of a person who has signed in at the issuer, as the person sees them. */
export function createPersonFinder({
  hub,
  resolveCaller,
  log,
  publicUrl,
}: {
  hub: SubgraphExecutor;
  resolveCaller: ResolveCaller;
  log: Logger;
  publicUrl: string;
}): InteractionParts["findPerson"] {
  return async (profile, request: FastifyRequest) => {
    const call = {
      principal: internalPrincipal("router"),
      requestId: request.id,
      appId: null,
      idempotencyKey: null,
      clock: systemClock,
      log,
      meter: newMeter(),
      publicUrl,
    };
    const claims = { ...profile, roles: [], apps: null, scope: null, account: null, session: null };
    const caller = await resolveCaller({ claims }, call);
    if (caller.closed)
      throw new DomainError(
        "FORBIDDEN",
        "This account is closed. Open it again, or sign in with another one.",
      );
    const { data, errors } = await hub({
      document,
      variables: {},
      call: { ...call, principal: toPrincipal(caller) },
    });
    if (errors?.[0]) throw subgraphError(errors[0]);
    return (data!["accounts"] as { accounts: ConsentAccount[] }).accounts;
  };
}
