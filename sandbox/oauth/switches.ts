import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { validationError } from "../../src/errors.ts";
import { replyFaultsSchema, type ReplyFaultPlan } from "../processor/reply-faults.ts";
import { zodFaults } from "../zod-faults.ts";
import type { GrantStore } from "./grant-store.ts";

const rotationSchema = z.strictObject({
  /** How long a refresh token may be used again after it was exchanged. */
  graceSeconds: z.number().min(0).max(86_400),
});

/** Controls that only the stand-in has: token rotation, responses lost after the work, and the list of grants. */
export function addSwitches(
  app: FastifyInstance,
  { store, replyFaults }: { store: GrantStore; replyFaults: ReplyFaultPlan },
): void {
  const control = { config: { isControl: true } };
  app.post("/switches/rotation", control, async (request) => {
    const { graceSeconds } = read(rotationSchema, request.body);
    store.graceMs = graceSeconds * 1000;
    return { graceSeconds };
  });
  app.post("/switches/replies", control, async (request) => {
    const faults = read(replyFaultsSchema, request.body);
    replyFaults.set(faults);
    return faults;
  });
  app.delete("/switches/replies", control, async () => {
    replyFaults.clear();
    return { cleared: true };
  });
  app.get<{ Params: { name: string } }>("/switches/grants/:name", control, async ({ params }) => ({
    grants: store.grantsOf(params.name),
  }));
}

/** A body of a control, checked. */
export function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {});
  if (!parsed.success) throw validationError(zodFaults(parsed.error));
  return parsed.data;
}
