import { expect, test } from "vitest";
import { areaList, areasOf } from "../../router/explorer/area-list.ts";
import type { AreaDocs, OperationSummary } from "../../router/explorer/data/docs.types.ts";

const operation = (name: string, more: Partial<OperationSummary> = {}): OperationSummary => ({
  name,
  kind: "query",
  coordinate: `Query.${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  subgraph: "hub",
  area: "credits",
  summary: `Reads ${name}.`,
  documented: true,
  access: { auth: "user" },
  rest: { method: "GET", path: `/${name}`, others: [] },
  tool: { name: `get_${name}`, app: "central", group: "credits" },
  ...more,
});

test("a packed list of areas unpacks to the same areas, without coordinates", () => {
  const areas: AreaDocs[] = [
    {
      area: "credits",
      title: "Credits",
      apps: ["central"],
      operations: [
        operation("Balance"),
        operation("Spend", {
          kind: "mutation",
          coordinate: "Mutation.consumeCredits",
          documented: false,
          access: { auth: "user", scope: "write:credits" },
          rest: { method: "POST", path: "/spend", others: ["/v1/spend"] },
        }),
      ],
    },
    { area: "empty", title: "Empty", apps: [], operations: [] },
    {
      area: "people",
      title: "People",
      apps: [],
      operations: [operation("Me", { area: "people", rest: null, tool: null })],
    },
  ];
  const packed = JSON.parse(JSON.stringify(areaList(areas))) as ReturnType<typeof areaList>;
  const listed = areas.map((area) => ({
    ...area,
    operations: area.operations.map(({ coordinate: _, ...shown }) => shown),
  }));
  expect(areasOf(packed)).toEqual(listed);
});
