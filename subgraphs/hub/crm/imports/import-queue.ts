import { z } from "zod";

/** Jobs that the services send; `crm.jobs.ts` runs them. */
export const importQueue = { name: "import-contacts", schema: z.object({ importId: z.string() }) };
