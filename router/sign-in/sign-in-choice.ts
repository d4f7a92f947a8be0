import { z } from "zod";
import type { SignInRecords } from "./hub-records.ts";

/** What the person chose beside the scopes: the account and the apps that the agent may act for. */
export interface SignInChoice {
  accountId: string;
  /** Null for every app. */
  appIds: string[] | null;
}

const kind = "Choice";
const keptSeconds = 90 * 86_400;
const choiceSchema = z.object({ accountId: z.string(), appIds: z.array(z.string()).nullable() });

/** Keeps the choice with the grant, for as long as tokens of it are issued. */
export async function saveChoice(
  records: SignInRecords,
  { grantId, ownerId, choice }: { grantId: string; ownerId: string; choice: SignInChoice },
): Promise<void> {
  const expiresAt = new Date(Date.now() + keptSeconds * 1000);
  await records.save({ kind, id: grantId, ownerId, grantId, uid: null, payload: { ...choice }, expiresAt });
}

/** Null for a grant that has ended. */
export async function readChoice(records: SignInRecords, grantId: string): Promise<SignInChoice | null> {
  const found = await records.find({ kind, id: grantId });
  return found ? choiceSchema.parse(found.payload) : null;
}
