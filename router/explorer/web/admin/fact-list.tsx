import { Fragment, type ComponentChildren } from "preact";
import { numberWords } from "../account/words.ts";
import { IdChip } from "../ui/id-chip.tsx";
import { Table } from "../ui/table.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import type { Row } from "./section.types.ts";

const isId = /^[a-z]{2,8}_[0-9a-z]{16,40}$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** A value of any kind as text or as a table. */
export function FactValue({ name, value }: { name: string; value: unknown }): ComponentChildren {
  if (value === null || value === undefined || value === "") return <span class="muted">none</span>;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return numberWords(value);
  if (typeof value === "string" && moment.test(value)) return <TimeAgo at={value} />;
  if (typeof value === "string") return isId.test(value) ? <IdChip id={value} /> : value;
  if (!Array.isArray(value)) return <FactList row={value as Row} />;
  if (value.length === 0) return <span class="muted">none</span>;
  if (typeof value[0] !== "object") return value.join(", ");
  return <RowTable caption={name} rows={value as readonly Row[]} />;
}

/** The fields of a row as a list of names and values. */
export function FactList({ row }: { row: Row }) {
  return (
    <dl class="facts">
      {Object.entries(row).map(([name, value]) => (
        <Fragment key={name}>
          <dt>{wordsOf(name)}</dt>
          <dd>
            <FactValue name={wordsOf(name)} value={value} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function RowTable({ caption, rows }: { caption: string; rows: readonly Row[] }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <Table
      caption={caption}
      rows={rows}
      keyOf={(row) => JSON.stringify(row)}
      columns={names.map((name) => ({
        name: wordsOf(name),
        cell: (row: Row) => <FactValue name={wordsOf(name)} value={row[name]} />,
      }))}
    />
  );
}

/** `openInvitations` as "Open invitations". */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
