import {
  GraphQLBoolean,
  GraphQLNonNull,
  isNonNullType,
  Kind,
  parseType,
  type GraphQLInputType,
  type VariableDefinitionNode,
  type VariableNode,
} from "graphql";
import { chooseNullable } from "./arguments.ts";
import type { Choices } from "./choices.ts";

interface Declared {
  type: string;
  node: VariableNode;
}

/** The variables of one operation: declared when first used, given, omitted or null where that is allowed. */
export class Variables {
  readonly definitions: VariableDefinitionNode[] = [];
  readonly values: Record<string, unknown> = {};
  private readonly declared: Declared[] = [];
  private readonly choices: Choices;

  constructor(choices: Choices) {
    this.choices = choices;
  }

  /** A variable that may stand at a position of this type; one used before or a new one. */
  use(type: GraphQLInputType, hasPositionDefault: boolean): VariableNode {
    const wanted = this.declaredType(type, hasPositionDefault);
    const known = this.declared.filter((each) => each.type === String(wanted));
    if (known.length > 0 && this.choices.chance(50)) return this.choices.of(known).node;
    return this.add(wanted);
  }

  /** A condition of `@skip` or `@include`. */
  useCondition(): VariableNode {
    return this.use(new GraphQLNonNull(GraphQLBoolean), false);
  }

  private declaredType(type: GraphQLInputType, hasPositionDefault: boolean): GraphQLInputType {
    if (isNonNullType(type)) return hasPositionDefault && this.choices.chance(30) ? type.ofType : type;
    return this.choices.chance(25) ? new GraphQLNonNull(type) : type;
  }

  private add(type: GraphQLInputType): VariableNode {
    const name = `v${this.definitions.length}`;
    const node: VariableNode = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } };
    const defaultValue = this.choices.chance(30) ? chooseNullable(type, this.choices) : null;
    this.definitions.push({
      kind: Kind.VARIABLE_DEFINITION,
      variable: node,
      type: parseType(String(type)),
      ...(defaultValue ? { defaultValue: defaultValue.node as never } : {}),
    });
    this.declared.push({ type: String(type), node });
    const mayOmit = !isNonNullType(type) || defaultValue !== null;
    if (!mayOmit || !this.choices.chance(35)) this.values[name] = chooseNullable(type, this.choices).json;
    return node;
  }
}
