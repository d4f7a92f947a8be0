import { z } from "zod";

/** The job that sends the entries of an export. */
export const ledgerExportQueue = {
  name: "export-journal-entries",
  schema: z.object({ exportId: z.string(), ownerId: z.string() }),
};
