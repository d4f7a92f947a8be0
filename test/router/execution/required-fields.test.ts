import { parse, print } from "graphql";
import { expect, test } from "vitest";
import { nameRequiredFields } from "../../../router/execution/required-fields.ts";

/** A supergraph in which `estimate` requires `weight` with arguments. */
const supergraph = (directives: string) =>
  parse(`
    enum join__Graph { A @join__graph(name: "a", url: "") B @join__graph(name: "B", url: "") }
    interface Thing { weight(unit: String): Int }
    type Book implements Thing @join__type(graph: A) {
      weight(unit: String): Int @join__field(graph: A)
      estimate: Int ${directives}
      required_0_weight: Int
    }`);

test("a required field with arguments is planned under a name that no field has, on interfaces too", () => {
  const named = nameRequiredFields(supergraph('@join__field(graph: B, requires: "weight(unit: \\"kg\\")")'));
  const [planned] = [...named.required.byName.keys()];
  expect(named.required.byName.get(planned!)).toMatchObject({ name: "weight" });
  expect(planned).not.toBe("required_0_weight");
  const text = print(named.document);
  expect(text).toContain(`requires: "${planned}"`);
  expect(text).toMatch(new RegExp(`type Book [^}]*\\b${planned}: Int @join__field\\(graph: A\\)`));
  expect(named.required.namesFor("b", "Book", "estimate")).toEqual(
    new Map([[".weight", new Set([planned])]]),
  );
  expect(named.required.namesFor("a", "Book", "estimate").size).toBe(0);
});

test.each([
  ["of a requirement without arguments", '@join__field(graph: B, requires: "required_0_weight")'],
  ["without requirements", "@join__field(graph: B)"],
  ["with another directive's argument", '@custom(requires: "weight(unit: \\"kg\\")")'],
])("a supergraph %s is planned as it is", (_, directives) => {
  const document = supergraph(directives);
  const named = nameRequiredFields(document);
  expect(named.document).toBe(document);
  expect(named.required.byName.size).toBe(0);
});
