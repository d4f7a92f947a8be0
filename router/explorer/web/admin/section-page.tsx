import { useState } from "preact/hooks";
import { FaultNote } from "../account/fault-note.tsx";
import { Panel } from "../account/panel.tsx";
import { useAction } from "../account/use-action.ts";
import { usePanel } from "../account/use-panel.ts";
import { ActAsAble } from "../session/act-as-able.tsx";
import { isAdministrator } from "../session/account.ts";
import { place } from "../shell/location.ts";
import { useSignal } from "../state/signal.ts";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { FactValue } from "./fact-list.tsx";
import { FormFields, textsOf, valuesOf, type FormTexts } from "./form-fields.tsx";
import { RowDetail } from "./row-detail.tsx";
import {
  asAdministrator,
  valueAt,
  type FormField,
  type NewRow,
  type Row,
  type RowAction,
  type Section,
  type Values,
} from "./section.types.ts";
import "../styles/account.css";

const pageSize = 50;

/** The page of the section at the current path. */
export function SectionPage({ sections }: { sections: readonly Section[] }) {
  const isAdmin = useSignal(isAdministrator);
  const { path } = useSignal(place);
  const section = sections.find((one) => one.path === path.replace(/\/$/, "")) ?? sections[0]!;
  return (
    <>
      <h1>{section.title}</h1>
      {isAdmin ? (
        <>
          <SectionList key={section.path} section={section} />
          {section.footer && <section.footer />}
        </>
      ) : (
        <EmptyState title="This page is for administrators of the platform">
          <p>Choose an identity with the admin role at the top of the page.</p>
          <ActAsAble facts={{ auth: "admin" }} />
        </EmptyState>
      )}
    </>
  );
}

interface Asked {
  action: RowAction | NewRow;
  row: Row | null;
}

function SectionList({ section }: { section: Section }) {
  const { list, filters = [], paging, key } = section;
  const [texts, setTexts] = useState(() => textsOf(filters, null));
  const [at, setAt] = useState<Values>({});
  const [openRow, setOpenRow] = useState<Row | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const action = useAction();
  const variables = { ...(paging && { limit: pageSize }), ...valuesOf(filters, texts, null), ...at };
  const [state, reload] = usePanel<Row>(list, variables, asAdministrator);
  const act = async ({ action: what, row }: Asked, input: Values) => {
    setAsked(null);
    const done = `${what.name}: done${row ? ` for ${nameOf(row, key)}` : ""}.`;
    if (!(await action.run(what.operation, { input }, done, asAdministrator))) return;
    // The details are those from before.
    setOpenRow(null);
    reload();
  };
  const filter = (next: FormTexts) => {
    setTexts(next);
    setAt({});
  };
  return (
    <>
      <p>{section.intro}</p>
      <p role="status">{action.said}</p>
      {action.fault && <FaultNote fault={action.fault} />}
      <Filters fields={filters} texts={texts} onChange={filter} />
      <Panel
        name={list}
        title={`List of ${section.title.toLowerCase()}`}
        variables={variables}
        state={state}
        tools={
          <CreateButton create={section.create} onAsk={(create) => setAsked({ action: create, row: null })} />
        }
      >
        {(value) => (
          <>
            <RowTable section={section} value={value} onOpen={setOpenRow} />
            <PageButtons
              paging={paging}
              value={value}
              isFirst={Object.keys(at).length === 0}
              onMove={setAt}
            />
          </>
        )}
      </Panel>
      {openRow && (
        <RowDetail
          key={nameOf(openRow, key)}
          section={section}
          row={openRow}
          onAct={(what, row) => setAsked({ action: what, row })}
          onClose={() => setOpenRow(null)}
        />
      )}
      {asked && (
        <ActionDialog
          action={asked.action}
          row={asked.row}
          name={asked.row ? nameOf(asked.row, key) : ""}
          onAct={(input) => void act(asked, input)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function Filters(props: {
  fields: readonly FormField[];
  texts: FormTexts;
  onChange(texts: FormTexts): void;
}) {
  if (props.fields.length === 0) return null;
  return (
    <div class="filters">
      <FormFields {...props} isFilter />
    </div>
  );
}

function CreateButton({ create, onAsk }: { create: NewRow | undefined; onAsk(create: NewRow): void }) {
  if (!create) return null;
  return (
    <button type="button" class="primary" onClick={() => onAsk(create)}>
      {create.name}
    </button>
  );
}

interface RowTableProps {
  section: Section;
  value: Row;
  onOpen(row: Row): void;
}

function RowTable({ section: { title, columns, key, rows: listed }, value, onOpen }: RowTableProps) {
  const rows = (valueAt(value, listed) ?? []) as readonly Row[];
  const [first, ...others] = columns;
  return (
    <DataTable
      caption={title}
      rows={rows}
      keyOf={(row) => `${nameOf(row, key)} ${String(row["appId"] ?? "")}`}
      textOf={(row) => JSON.stringify(row)}
      columns={[
        {
          name: first!.name,
          cell: (row: Row) => (
            <button type="button" class="link-button" onClick={() => onOpen(row)}>
              {String(valueAt(row, first!.field) ?? "–")}
            </button>
          ),
        },
        ...others.map(({ name, field, isNumber = false }) => ({
          name,
          isNumber,
          cell: (row: Row) => <FactValue name={name} value={valueAt(row, field)} />,
        })),
      ]}
    />
  );
}

interface PageButtonsProps {
  paging: Section["paging"];
  value: Row;
  isFirst: boolean;
  onMove(place: Values): void;
}

function PageButtons({ paging, value, isFirst, onMove }: PageButtonsProps) {
  const next = nextPlace(paging, value);
  if (isFirst && next === null) return null;
  return (
    <p class="buttons">
      {!isFirst && (
        <button type="button" onClick={() => onMove({})}>
          First page
        </button>
      )}
      {next && (
        <button type="button" onClick={() => onMove(next)}>
          Next page
        </button>
      )}
    </p>
  );
}

/** Arguments of the next page; null on the last one. */
function nextPlace(paging: Section["paging"], value: Row): Values | null {
  if (paging === undefined) return null;
  if (paging !== "offset") return value["nextCursor"] ? { [paging]: value["nextCursor"] } : null;
  const { limit, offset, total } = value["pagination"] as { limit: number; offset: number; total: number };
  return offset + limit < total ? { offset: offset + limit } : null;
}

function nameOf(row: Row, key: string): string {
  return String(valueAt(row, key) ?? "");
}
