import { Kind, print, validate, visit, type ASTNode, type DocumentNode } from "graphql";
import { typenameKey } from "../compare/while-down.ts";
import { publicSchema, type Question } from "../graph/toy-graph.ts";

const removable: ReadonlySet<string> = new Set([
  Kind.FIELD,
  Kind.INLINE_FRAGMENT,
  Kind.FRAGMENT_SPREAD,
  Kind.ARGUMENT,
  Kind.DIRECTIVE,
]);

/** The smallest question found, by leaving out one thing after the other, that still fails. */
export async function reduceQuestion(
  question: Question,
  fails: (question: Question) => Promise<boolean>,
): Promise<Question> {
  let smallest = question;
  for (let next = true; next;) {
    next = false;
    for (const candidate of smallerQuestions(smallest)) {
      if (validate(publicSchema, candidate.document).length > 0 || !(await fails(candidate))) continue;
      smallest = candidate;
      next = true;
      break;
    }
  }
  return smallest;
}

function* smallerQuestions(question: Question): Generator<Question> {
  for (const coordinate of question.faults?.keys() ?? []) {
    const faults = new Map(question.faults);
    faults.delete(coordinate);
    yield { ...question, faults };
  }
  const length = print(question.document).length;
  for (const document of smallerDocuments(question.document)) {
    const tidy = dropUnused(document);
    if (print(tidy).length < length) yield { ...question, document: tidy };
  }
}

function* smallerDocuments(document: DocumentNode): Generator<DocumentNode> {
  let count = 0;
  visit(document, { enter: () => void (count += 1) });
  for (let index = 0; index < count; index += 1) {
    yield changeAt(document, index, (node) =>
      removable.has(node.kind) && !isTypenameKey(node) ? null : undefined,
    );
    yield changeAt(document, index, (node) =>
      node.kind === Kind.FIELD && node.alias && !isTypenameKey(node)
        ? { ...node, alias: undefined }
        : undefined,
    );
    yield changeAt(document, index, (node) => inlineFirstFragment(node, document));
  }
}

/** Keeps what the comparison of an operation with an unavailable subgraph needs. */
function isTypenameKey(node: ASTNode): boolean {
  return node.kind === Kind.FIELD && node.alias?.value === typenameKey;
}

function changeAt(
  document: DocumentNode,
  index: number,
  change: (node: ASTNode) => ASTNode | null | undefined,
): DocumentNode {
  let position = -1;
  return visit(document, {
    enter(node) {
      position += 1;
      return position === index ? change(node) : undefined;
    },
  });
}

/** A selection set with the first fragment in it replaced by what the fragment selects. */
function inlineFirstFragment(node: ASTNode, document: DocumentNode): ASTNode | undefined {
  if (node.kind !== Kind.SELECTION_SET) return undefined;
  const at = node.selections.findIndex((each) => each.kind !== Kind.FIELD);
  const found = node.selections[at];
  if (!found || found.kind === Kind.FIELD) return undefined;
  const selectionSet =
    found.kind === Kind.INLINE_FRAGMENT
      ? found.selectionSet
      : fragmentNamed(found.name.value, document).selectionSet;
  return { ...node, selections: node.selections.toSpliced(at, 1, ...selectionSet.selections) };
}

function fragmentNamed(name: string, document: DocumentNode) {
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === name) return node;
  }
  throw new Error(`There is no fragment ${name}`);
}

/** The document without the fragments and variables that nothing uses. */
export function dropUnused(document: DocumentNode): DocumentNode {
  const spreads = new Set<string>();
  const used = new Set<string>();
  visit(document, { FragmentSpread: ({ name }) => void spreads.add(name.value) });
  const definitions = document.definitions.filter(
    (node) => node.kind !== Kind.FRAGMENT_DEFINITION || spreads.has(node.name.value),
  );
  const tidy = { ...document, definitions };
  visit(tidy, { VariableDefinition: () => false, Variable: ({ name }) => void used.add(name.value) });
  return visit(tidy, {
    VariableDefinition: ({ variable }) => (used.has(variable.name.value) ? undefined : null),
  });
}
