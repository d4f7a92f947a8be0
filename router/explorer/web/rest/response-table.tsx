import type { ResponseDocs } from "../../data/docs.types.ts";
import { Table, type Column } from "../ui/table.tsx";

const bodies: Readonly<Record<ResponseDocs["body"], string>> = {
  answer: "the response",
  error: "error, code, details",
  none: "none",
};

const columns: readonly Column<ResponseDocs>[] = [
  { name: "Status", cell: ({ status }) => <code>{status}</code> },
  { name: "Means", cell: ({ description }) => description },
  { name: "Body", cell: ({ body }) => bodies[body] },
];

/** The statuses that a REST call may answer. */
export function ResponseTable({ responses }: { responses: readonly ResponseDocs[] }) {
  return <Table caption="Answers" columns={columns} rows={responses} keyOf={({ status }) => status} />;
}
