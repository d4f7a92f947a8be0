import { z } from "zod";

/** The job that writes the archive of an export. */
export const dataExportQueue = {
  name: "export-account-data",
  schema: z.object({ exportId: z.string() }),
};
