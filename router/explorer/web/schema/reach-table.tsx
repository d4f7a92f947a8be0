import type { ReachDocs } from "../../data/docs.types.ts";
import { Table, type Column } from "../ui/table.tsx";
import { DoorLink } from "./reach-parts.tsx";

const columns: readonly Column<ReachDocs>[] = [
  {
    name: "Operation",
    cell: ({ operation }) => <a href={`/operations#${operation}`}>{operation}</a>,
  },
  { name: "REST", cell: (reach) => reach.rest && <DoorLink reach={reach} door="rest" /> },
  { name: "Agent tool", cell: (reach) => reach.tool && <DoorLink reach={reach} door="tool" /> },
];

/** Every stored operation that reads a field, and by which doors. */
export function ReachTable({ reach }: { reach: readonly ReachDocs[] }) {
  return (
    <Table
      caption="Operations that read it"
      columns={columns}
      rows={reach}
      keyOf={({ operation }) => operation}
      empty={<p class="muted">Not used by any REST route or tool. You can query it through GraphQL.</p>}
    />
  );
}
