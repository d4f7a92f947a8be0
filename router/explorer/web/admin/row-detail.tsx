import { useLayoutEffect, useRef } from "preact/hooks";
import { Panel } from "../account/panel.tsx";
import { usePanel } from "../account/use-panel.ts";
import { FactList } from "./fact-list.tsx";
import { asAdministrator, valueAt, type Row, type RowAction, type Section } from "./section.types.ts";

interface RowDetailProps {
  section: Section;
  row: Row;
  onAct(action: RowAction, row: Row): void;
  onClose(): void;
}

/** All facts of a row, and what can be done with it. */
export function RowDetail({ section, row, onAct, onClose }: RowDetailProps) {
  const { detail, key } = section;
  const name = String(valueAt(row, key) ?? "");
  if (!detail)
    return (
      <section class="panel" aria-label={name}>
        <DetailHead name={name} onClose={onClose} />
        <DetailBody section={section} row={row} onAct={onAct} />
      </section>
    );
  return <LoadedDetail {...{ section, row, onAct, onClose }} />;
}

function LoadedDetail({ section, row, onAct, onClose }: RowDetailProps) {
  const { operation, argument } = section.detail!;
  const name = String(valueAt(row, section.key) ?? "");
  const variables = { [argument]: name };
  const [state] = usePanel<Row>(operation, variables, asAdministrator);
  return (
    <>
      <DetailHead name={name} onClose={onClose} />
      <Panel name={operation} title={name} variables={variables} state={state}>
        {(value) => <DetailBody section={section} row={value} onAct={onAct} />}
      </Panel>
    </>
  );
}

function DetailHead({ name, onClose }: { name: string; onClose(): void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The details are below the list: who opened them is taken there, before a next key can go elsewhere.
  useLayoutEffect(() => {
    heading.current!.scrollIntoView({ block: "start" });
    heading.current!.focus({ preventScroll: true });
  }, []);
  return (
    <div class="panel-head">
      <h2 ref={heading} class="detail-head" tabIndex={-1}>
        Details of {name}
      </h2>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

function DetailBody({ section, row, onAct }: Pick<RowDetailProps, "section" | "row" | "onAct">) {
  const actions = (section.actions ?? []).filter((action) => action.isFor?.(row) ?? true);
  return (
    <>
      {actions.length > 0 && (
        <p class="buttons">
          {actions.map((action) => (
            <button
              key={action.name}
              type="button"
              class={action.isDangerous ? "danger" : undefined}
              onClick={() => onAct(action, row)}
            >
              {action.name}
            </button>
          ))}
        </p>
      )}
      <FactList row={row} />
    </>
  );
}
