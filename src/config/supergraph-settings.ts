import { z } from "zod";

const source = z
  .string()
  .min(1)
  .refine(
    (text) => !text.includes("://") || z.url({ protocol: /^https?$/ }).safeParse(text).success,
    "must be a path, or an http or https URL",
  );

const secretOfEach = z
  .string()
  .default("")
  .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
  .refine(
    (parts) => parts.every((part) => /^[a-z][a-z0-9-]*=.{16,}$/.test(part)),
    "must be <subgraph>=<secret> with at least 16 characters each, separated by commas",
  );

/** Settings of the supergraph and of subgraphs that are not the platform's. */
export const supergraphShape = {
  SUPERGRAPH: source
    .optional()
    .describe(
      "Path or URL of the composed supergraph (.graphql), or path of a supergraph.yaml to compose. Default: schema/supergraph.graphql",
    ),
  SUPERGRAPH_CONFIG: z
    .string()
    .min(1)
    .optional()
    .describe("Path of the file that describes the subgraphs. Default: supergraph.yaml of the project"),
  SUPERGRAPH_POLL_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_600_000)
    .default(5_000)
    .describe(
      "Interval at which SUPERGRAPH is checked for changes, in milliseconds. 0 turns reloads off. Without SUPERGRAPH there are none",
    ),
  SUBGRAPH_SECRETS: secretOfEach.describe(
    "Secrets that sign requests to other signed subgraphs, as <subgraph>=<secret>, separated by commas. Default: none",
  ),
};

/** Settings that `doctor` masks. */
export const supergraphSecrets = ["SUBGRAPH_SECRETS"] as const;

/** The secrets by subgraph. */
export function readSubgraphSecrets(parts: readonly string[]): Map<string, string> {
  return new Map(
    parts.map((part) => {
      const end = part.indexOf("=");
      return [part.slice(0, end), part.slice(end + 1)];
    }),
  );
}
