import { step, type DemoContent } from "./content-step.ts";

/** A report on buildings. */
export function propertyContent(ownerId: string, now: Date): DemoContent {
  const at = now.toISOString();
  const run = {
    id: "imp_demo_1",
    source_id: "census-geocoder",
    source_dir: "demo",
    mode: "full",
    status: "failed",
    phase: "read",
    started_at: at,
    finished_at: at,
  };
  return {
    subgraph: "property",
    appId: "central",
    ownerId,
    lastRow: { table: "reports", id: "rep_demo_1" },
    rows: [{ table: "import_runs", row: run }],
    steps: [
      step("1", "createReport", { title: "Offices downtown", propertyIds: ["syn-1001", "syn-1002"] }, 3),
    ],
  };
}
