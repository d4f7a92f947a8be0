import {
  visit,
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type TypeDefinitionNode,
  type TypeNode,
} from "graphql";
import { Kind } from "./ast.ts";

const inaccessible: ConstDirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: "inaccessible" },
};

/**
 * Marks every field, argument and input field whose type is `@inaccessible` so too. To hide the type is enough for most
 * composers; others refuse a visible use of a hidden type.
 */
export function hideUsesOfHiddenTypes(document: DocumentNode): DocumentNode {
  const hidden = new Set(
    document.definitions
      .filter((node): node is TypeDefinitionNode => "name" in node && isHidden(node as TypeDefinitionNode))
      .map(({ name }) => name.value),
  );
  const hide = <T extends FieldDefinitionNode | InputValueDefinitionNode>(node: T): T | undefined =>
    hidden.has(namedType(node.type)) && !isHidden(node)
      ? { ...node, directives: [...(node.directives ?? []), inaccessible] }
      : undefined;
  return visit(document, {
    FieldDefinition: { leave: (node) => hide(node) },
    InputValueDefinition: { leave: (node) => hide(node) },
  });
}

function isHidden({ directives }: { readonly directives?: readonly ConstDirectiveNode[] }): boolean {
  return directives?.some(({ name }) => name.value === "inaccessible") ?? false;
}

function namedType(type: TypeNode): string {
  return type.kind === "NamedType" ? type.name.value : namedType(type.type);
}
