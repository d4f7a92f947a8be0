import type { GraphQLResolveInfo } from "graphql";
import { selectedFields } from "../../../src/graphql/selected-fields.ts";
import type { InvoiceSelection } from "./invoice-selection.ts";
import { allFields, fieldsOfSelection } from "./invoices/present-invoice.ts";

/** Every field, and no lines: for reads that do not know what their result is asked for. */
export const wholeInvoice: InvoiceSelection = { id: 0, fields: allFields, hasLines: false };

const bySelectedFields = new WeakMap<ReadonlySet<string>, InvoiceSelection>();
let count = 0;

/** What is selected of the invoices at `path` within a resolver's result. */
export function invoicesSelected(info: GraphQLResolveInfo, ...path: string[]): InvoiceSelection {
  const names = selectedFields(info, ...path);
  let selection = bySelectedFields.get(names);
  if (!selection) {
    selection = { id: ++count, fields: fieldsOfSelection(names), hasLines: names.has("lines") };
    bySelectedFields.set(names, selection);
  }
  return selection;
}

/** A selection that has everything of each of these. */
export function mergeSelections(selections: readonly InvoiceSelection[]): InvoiceSelection {
  const [first, ...others] = selections;
  if (first && others.every((selection) => selection === first)) return first;
  const names = new Set<string>(selections.flatMap(({ fields }) => fields));
  const hasLines = selections.some((selection) => selection.hasLines);
  return { id: ++count, fields: fieldsOfSelection(names), hasLines };
}
