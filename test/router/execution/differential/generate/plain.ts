import {
  getNamedType,
  isAbstractType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type SelectionNode,
} from "graphql";
import { publicSchema } from "../graph/toy-graph.ts";

const typeName: SelectionNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } };

/** The document without conditions, fragments, and fields of abstract types: what code is generated for. */
export function toPlain(document: DocumentNode): DocumentNode {
  const typeInfo = new TypeInfo(publicSchema);
  return visit(
    {
      ...document,
      definitions: document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION),
    },
    visitWithTypeInfo(typeInfo, {
      Directive: () => null,
      InlineFragment: () => null,
      FragmentSpread: () => null,
      Field: {
        enter: () => (isAbstractType(getNamedType(typeInfo.getType())) ? null : undefined),
      },
      SelectionSet: {
        leave: (node) => (node.selections.length > 0 ? undefined : { ...node, selections: [typeName] }),
      },
    }),
  );
}
