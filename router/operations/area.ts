import type { OperationArea, OperationRow, RestDoor, ToolDoor } from "./operation.ts";

/** Defaults of the rows of an area; each row may differ. */
export interface AreaDefaults<Group extends string = string> {
  area: string;
  /** Heading of the area in the OpenAPI document. */
  title: string;
  /** App that lists the tools whose rule names no app; `central` by default. */
  app?: string;
  /** False by default. */
  documented?: boolean;
  /** `bare` by default. */
  family?: OperationRow["family"];
  /** False by default. */
  needsApp?: boolean;
  /** Put before the path of every row, before its aliases and its `location`. */
  pathPrefix?: `/${string}`;
  /** Tool group of rows that name none. */
  group?: Group;
}

/** The rows of an area as they are written, and their defaults. Several definitions may share one area. */
export interface AreaDefinition<Group extends string = string> extends AreaDefaults<Group> {
  operations: readonly RowDefinition<Group>[];
}

/** A row in its written form: only the differences from the defaults of its area. */
export type RowDefinition<Group extends string = string> = Omit<
  OperationRow,
  "documented" | "family" | "tool"
> &
  Partial<Pick<OperationRow, "documented" | "family">> & {
    tool?: Omit<ToolDoor, "group"> & { group?: Group };
  };

/** The area with complete rows. Throws for a tool that has a group neither of its own nor of its area. */
export function resolveArea(definition: AreaDefinition): OperationArea {
  const { area, title, app, operations } = definition;
  return {
    area,
    title,
    ...(app === undefined ? {} : { app }),
    operations: operations.map((row) => resolveRow(row, definition)),
  };
}

function resolveRow(
  { rest, tool, ...own }: RowDefinition,
  { documented = false, family = "bare", needsApp = false, pathPrefix, group }: AreaDefaults,
): OperationRow {
  return {
    documented,
    family,
    ...own,
    ...(rest ? { rest: resolveRest(rest, { needsApp, pathPrefix: pathPrefix ?? "" }) } : {}),
    ...(tool ? { tool: { ...tool, group: groupOf(tool, own.name, group) } } : {}),
  };
}

function resolveRest(
  { needsApp, ...rest }: RestDoor,
  area: { needsApp: boolean; pathPrefix: string },
): RestDoor {
  const { pathPrefix } = area;
  const prefixed = (paths: readonly string[]) => paths.map((path) => `${pathPrefix}${path}`);
  return {
    ...rest,
    ...((needsApp ?? area.needsApp) ? { needsApp: true } : {}),
    path: `${pathPrefix}${rest.path}`,
    ...(rest.aliases ? { aliases: prefixed(rest.aliases) } : {}),
    ...(rest.deprecatedAliases ? { deprecatedAliases: prefixed(rest.deprecatedAliases) } : {}),
    ...(rest.location ? { location: `${pathPrefix}${rest.location}` } : {}),
  };
}

function groupOf(tool: { name: string; group?: string }, row: string, byDefault: string | undefined): string {
  const group = tool.group ?? byDefault;
  if (group === undefined) throw new Error(`Operation ${row}: the tool ${tool.name} has no group`);
  return group;
}
