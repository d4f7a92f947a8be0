import type { ComponentChildren } from "preact";
import "../../styles/account.css";

export interface TileProps {
  name: string;
  value: ComponentChildren;
  note?: ComponentChildren;
  /** A drawing of the number's course, or of its share. */
  drawing?: ComponentChildren;
}

/** One number of a dashboard. */
export function Tile({ name, value, note, drawing }: TileProps) {
  return (
    <div class="tile">
      <dt>{name}</dt>
      <dd>{value}</dd>
      {note !== undefined && <dd>{note}</dd>}
      {drawing !== undefined && <dd class="tile-drawing">{drawing}</dd>}
    </div>
  );
}

/** Row of tiles that wraps to the available width. */
export function Tiles({ children }: { children: ComponentChildren }) {
  return <dl class="tiles">{children}</dl>;
}
