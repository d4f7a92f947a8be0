import { z } from "zod";
import { planKeys } from "../../src/access/principal.ts";
import { accountRights } from "../../src/access/roles.ts";

/**
 * Access facts that the router can check on its own, without the row and without a charge. Only these may stand at
 * fields whose access the router checks.
 */
export const checkableFacts = z.strictObject({
  auth: z.enum(["public", "caller", "user", "holder", "payer", "admin", "internal"]),
  scope: z.string().min(1).max(100).optional(),
  anyScope: z.literal(true).optional(),
  right: z.enum(accountRights).optional(),
  tier: z.enum([...planKeys, "integration", "api-access"]).optional(),
  app: z.string().min(1).max(64).optional(),
});

/** Facts that `checkableFacts` accepts. */
export type CheckableFacts = z.output<typeof checkableFacts>;
