import { useState } from "preact/hooks";
import { ConfirmDialog } from "../account/confirm-dialog.tsx";
import { FormFields, textsOf, valuesOf } from "./form-fields.tsx";
import type { FormField, NewRow, Row, RowAction, Values } from "./section.types.ts";

interface ActionDialogProps {
  action: RowAction | NewRow;
  /** Null for a new row. */
  row: Row | null;
  /** Name of the row. */
  name: string;
  onAct(input: Values): void;
  onClose(): void;
}

/** Asks before something is done, with the fields that it needs. */
export function ActionDialog({ action, row, name, onAct, onClose }: ActionDialogProps) {
  const fields: readonly FormField[] = action.fields ?? [];
  const change = "keys" in action && action.isChange ? row : null;
  const [before] = useState(() => textsOf(fields, change));
  const [texts, setTexts] = useState(before);
  const isFilled = fields.every(({ isRequired, name: field }) => !isRequired || texts[field] !== "");
  const values = valuesOf(fields, texts, change ? before : null);
  const keys = "keys" in action && row ? Object.entries(action.keys) : [];
  const named = Object.fromEntries(keys.map(([argument, field]) => [argument, row![field]]));
  return (
    <ConfirmDialog
      title={row ? `${action.name}: ${name}` : action.name}
      action={action.name}
      isDangerous={"isDangerous" in action && action.isDangerous === true}
      isReady={isFilled}
      onAct={() => onAct({ ...named, ...values })}
      onClose={onClose}
    >
      {"words" in action && <p>{action.words}</p>}
      <FormFields fields={fields} texts={texts} onChange={setTexts} />
    </ConfirmDialog>
  );
}
