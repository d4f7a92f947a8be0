import { quote, type CodeWriter } from "./code-writer.ts";

/** A field's key in the plan, and the expression of its value. */
export type WrittenField = readonly [key: string, value: string];

/** What an object is written with. */
export interface ObjectScope {
  writer: CodeWriter;
  /** Keys of the plan that each document has a key of its own for. */
  aliases: ReadonlyMap<string, number>;
  /** The constant of the code with the response key of a key in the plan. */
  nameOf(key: string): string;
}

/** What generated code makes of the fetched data. Every member but `add` gives an expression. */
export interface ResponseForm {
  null: string;
  text(value: string): string;
  leaf(value: string): string;
  /** A leaf that needs no check and may be missing. */
  optionalLeaf(value: string): string;
  emptyList: string;
  /** The statement that adds an item. */
  add(list: string, item: string, index: string): string;
  closeList(list: string): string;
  object(fields: readonly WrittenField[], scope: ObjectScope): string;
}

/** Objects and lists, under the keys of one document. */
export const asObjects: ResponseForm = {
  null: "null",
  text: quote,
  leaf: (value) => value,
  optionalLeaf: (value) => `(${value} === undefined ? null : ${value})`,
  emptyList: "[]",
  add: (list, item) => `${list}.push(${item});`,
  closeList: (list) => list,
  // Objects with an alias get their keys one by one: a literal with computed keys takes the engine longer.
  object: (fields, { writer, aliases, nameOf }) => {
    if (!fields.some(([key]) => aliases.has(key)))
      return writer.constant(`{ ${fields.map(([key, value]) => `${quote(key)}: ${value}`).join(", ")} }`);
    const object = writer.constant("{}");
    for (const [key, value] of fields) writer.line(`${object}[${nameOf(key)}] = ${value};`);
    return object;
  },
};

/**
 * JSON. Each document has keys of its own for its aliases (in quotes, with a colon), and an object with other keys than all
 * before it is an object of another form for the engine: finding the forms of a thousand documents takes longer than all the
 * rest of a short answer.
 */
export const asText: ResponseForm = {
  null: '"null"',
  text: (value) => quote(JSON.stringify(value)),
  leaf: (value) => `leafText(${value})`,
  optionalLeaf: (value) => `leafText(${value})`,
  emptyList: '"["',
  add: (list, item, index) => `${list} += (${index} === 0 ? "" : ",") + ${item};`,
  closeList: (list) => `${list} + "]"`,
  object: (fields, { writer, aliases, nameOf }) => {
    const parts = fields.flatMap(([key, value], index) => {
      const before = index === 0 ? "{" : ",";
      return aliases.has(key)
        ? [quote(before), nameOf(key), value]
        : [quote(`${before}${JSON.stringify(key)}:`), value];
    });
    return writer.constant([...parts, quote(fields.length === 0 ? "{}" : "}")].join(" + "));
  },
};
