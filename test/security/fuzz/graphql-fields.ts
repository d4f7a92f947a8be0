import type { GraphQLSchema } from "graphql";
import { callerOf, samples } from "../../walk/samples/door-samples.ts";
import type { TestApp } from "../../support/app.ts";
import { plainArguments, type RootField } from "./graphql-cases.ts";
import type { GraphQLFuzzOptions } from "./graphql-fuzz.ts";

/** A root field, its allowed principal, and a way to recreate its arguments when a request has used them up. */
export type FuzzedField = RootField & {
  index: number;
  headers: Record<string, string>;
  refresh(): Promise<void>;
};

/** The root fields of the schema, with arguments of the stored operation that each belongs to. */
export async function rootFields(
  app: TestApp,
  schema: GraphQLSchema,
  { only, every = 1, seed }: GraphQLFuzzOptions,
): Promise<FuzzedField[]> {
  const roots = (["query", "mutation", "subscription"] as const)
    .flatMap((kind) =>
      Object.values(schema.getRootType(kind as never)?.getFields() ?? {}).map((field) => ({ kind, field })),
    )
    .map((root, index) => ({ ...root, index }));
  const chosen = only === undefined ? roots.filter(({ index }) => (index + seed) % every === 0) : roots;
  const stored = [...app.running.router.registry.values()];
  return Promise.all(
    chosen
      .filter(({ field }) => only === undefined || field.name === only)
      .map(async ({ kind, field, index }) => {
        const operation = stored.find((one) => one.kind === kind && one.rootField.name === field.name);
        const eve = await app.as("eve");
        const headers = operation ? await callerOf(app, operation.row.name, eve) : eve;
        const appId = operation?.row.rest?.needsApp && !operation.access.app ? "central" : null;
        const root: FuzzedField = {
          index,
          kind,
          field,
          values: plainArguments(field),
          headers: { ...headers, ...(appId ? { "x-app-id": appId } : {}) },
          refresh: async () => {
            if (!operation) return;
            try {
              root.values = operation.toVariables(await samples[operation.row.name]!.input(app, headers));
            } catch {
              root.values = plainArguments(field);
            }
          },
        };
        return root;
      }),
  );
}
