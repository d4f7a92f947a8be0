import type { ReachDocs } from "../../data/docs.types.ts";

const shown = 1;

/** The first doors of one kind that reach a field, and how many there are besides. */
export function reachParts(reach: readonly ReachDocs[], door: "rest" | "tool") {
  const doors = reach.filter((one) => one[door] !== null);
  const rest = doors.length - shown;
  return (
    <>
      {doors.slice(0, shown).map((one) => (
        <DoorLink key={one.operation} reach={one} door={door} />
      ))}
      {rest > 0 && (
        <span class="muted">
          {" "}
          and {rest} more {door === "rest" ? "paths" : "tools"}
        </span>
      )}
    </>
  );
}

/** A link to the page of a REST path or tool. */
export function DoorLink({ reach, door }: { reach: ReachDocs; door: "rest" | "tool" }) {
  return door === "rest" ? (
    <a href={`/rest/${reach.operation}`}>{reach.rest}</a>
  ) : (
    <a href={`/tools/${reach.tool}`}>{reach.tool}</a>
  );
}
