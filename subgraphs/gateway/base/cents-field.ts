import { Field } from "type-graphql";
import { UsDollarsScalar } from "../../../src/graphql/scalars.ts";

/** A field of dollars, named without its unit, over a property that holds cents. */
export function Dollars(
  name: string,
  options: { nullable?: boolean; description?: string } = {},
): PropertyDecorator {
  return Field(() => UsDollarsScalar, { name, simple: false, ...options });
}
