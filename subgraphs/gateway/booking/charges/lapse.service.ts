import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { enqueue } from "../../../../src/jobs/enqueue.ts";

/** The job that ends what was not paid or confirmed in time: its name and payload, for those that plan it. */
export const lapse = {
  name: "lapse-booking",
  schema: z.object({
    ownerId: z.string(),
    bookingId: z.string().optional(),
    registrationId: z.string().optional(),
  }),
} as const;

/** Plans the end of a booking or registration that is not paid or confirmed by then. */
export async function enqueueLapse(
  em: EntityManager,
  what: z.infer<typeof lapse.schema>,
  startAfter: Date,
): Promise<void> {
  await enqueue(em, lapse, what, { startAfter });
}
