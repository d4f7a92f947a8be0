import { parse } from "graphql";
import type { CallContext } from "../../src/context.ts";
import type { HubClient } from "../http/message-links.ts";
import type { SecretStore } from "./secret-fields.ts";

const document = parse(
  `mutation KeepOneTimeSecret($input: KeepOneTimeSecretInput!) { answer: keepOneTimeSecret(input: $input) { id expiresAt } }`,
);

/** Keeps secrets in the hub, each for the person that the call acts for. */
export function createSecretStore(callHub: HubClient, publicUrl: string): SecretStore {
  return {
    keep: async (secret, call) => {
      const input = { ...secret, ownerId: call.principal.ownerId ?? "", personId: personOf(call) };
      const kept = (await callHub({ document, input }, call)) as unknown as KeptSecretAnswer;
      return {
        url: `${publicUrl}/one-time-secrets/${kept.id}`,
        expiresAt: new Date(kept.expiresAt).toISOString(),
      };
    },
  };
}

interface KeptSecretAnswer {
  id: string;
  expiresAt: string | Date;
}

/** The person behind a call; null for programs, whose account's members may see the secret. */
function personOf({ principal }: CallContext): string | null {
  if (principal.membership) return principal.membership.userId;
  return principal.kind === "user" ? principal.id : null;
}
