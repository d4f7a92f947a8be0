import { parse } from "graphql";
import type { Logger } from "pino";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { internalCall } from "../internal/internal-client.ts";

/** A record of the authorization server, as the hub keeps it. */
export interface SignInRecord {
  payload: Record<string, unknown>;
  consumedAt: string | Date | null;
}

/** What the authorization server remembers, in the hub's database. IDs are stored as hashes. */
export interface SignInRecords {
  find(key: { kind: string; id?: string; uid?: string }): Promise<SignInRecord | null>;
  save(record: {
    kind: string;
    id: string;
    ownerId: string | null;
    grantId: string | null;
    uid: string | null;
    payload: Record<string, unknown>;
    expiresAt: Date;
  }): Promise<void>;
  /** False when it was used before. */
  consume(kind: string, id: string): Promise<boolean>;
  delete(kind: string, id: string): Promise<void>;
  /** Ends a sign-in with all of its tokens. */
  end(grantId: string): Promise<void>;
}

const find = parse(
  "query SignInRecord($key: SignInRecordKey!) { signInRecord(key: $key) { payload consumedAt } }",
);
const save = parse(
  "mutation SaveSignInRecord($input: SaveSignInRecordInput!) { saveSignInRecord(input: $input) }",
);
const consume = parse(
  "mutation ConsumeSignInRecord($kind: String!, $id: String!) { consumeSignInRecord(kind: $kind, id: $id) }",
);
const remove = parse(
  "mutation DeleteSignInRecord($kind: String!, $id: String!) { deleteSignInRecord(kind: $kind, id: $id) }",
);
const end = parse("mutation EndSignIn($grantId: String!) { endSignIn(grantId: $grantId) }");

/** The records over the hub subgraph. */
export function createSignInRecords(
  hub: SubgraphExecutor,
  parts: { log: Logger; publicUrl: string },
): SignInRecords {
  const callHub = internalCall(hub, parts);
  return {
    find: async (key) => (await callHub(find, { key }))["signInRecord"] as SignInRecord | null,
    save: async (input) => void (await callHub(save, { input })),
    consume: async (kind, id) => (await callHub(consume, { kind, id }))["consumeSignInRecord"] as boolean,
    delete: async (kind, id) => void (await callHub(remove, { kind, id })),
    end: async (grantId) => void (await callHub(end, { grantId })),
  };
}
