import { OperationTypeNode, type GraphQLResolveInfo, type GraphQLSchema } from "graphql";
import type { RequestContext } from "../context.ts";

/**
 * Runs one mutation with arguments as its resolver gets them, through its audit, rule and charge, without a document. For
 * work that was stored as it was admitted. Throws what the field throws.
 */
export async function runMutation(
  schema: GraphQLSchema,
  name: string,
  args: Record<string, unknown>,
  ctx: RequestContext,
): Promise<unknown> {
  const type = schema.getMutationType();
  const fields = type?.getFields() ?? {};
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!type || !field?.resolve) throw new Error(`There is no mutation ${name}.`);
  // The parts of it that wrappers and resolvers of mutations read.
  const info = {
    fieldName: name,
    fieldNodes: [],
    parentType: type,
    returnType: field.type,
    path: { key: name, prev: undefined, typename: type.name },
    operation: { operation: OperationTypeNode.MUTATION },
    schema,
    fragments: {},
    variableValues: {},
    rootValue: {},
  } as unknown as GraphQLResolveInfo;
  const result: unknown = await field.resolve({}, args, ctx, info);
  if (result instanceof Error) throw result;
  return result;
}
