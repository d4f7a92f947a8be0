/** Icons of the sprite that Lucide made. */
export type IconName =
  | "arrow-left-right"
  | "arrow-right"
  | "badge-check"
  | "book-open"
  | "bot"
  | "braces"
  | "building-2"
  | "chart-column"
  | "chevron-right"
  | "circle-alert"
  | "circle-check"
  | "clock"
  | "coins"
  | "database"
  | "download"
  | "external-link"
  | "file-code"
  | "file-text"
  | "history"
  | "house"
  | "inbox"
  | "key-round"
  | "layers"
  | "layout-grid"
  | "list-checks"
  | "lock"
  | "menu"
  | "monitor"
  | "moon"
  | "package"
  | "percent"
  | "receipt"
  | "refresh-cw"
  | "route"
  | "scroll-text"
  | "search"
  | "settings"
  | "shield-check"
  | "square-terminal"
  | "sun"
  | "tags"
  | "triangle-alert"
  | "user"
  | "users"
  | "waypoints"
  | "webhook"
  | "wifi-off"
  | "x"
  | "zap";

const sprite = new URL("../icons/lucide.svg", import.meta.url).href;

/** Icon of the sprite, 16 pixels. A text or an `aria-label` beside it says what it means. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" aria-hidden="true" focusable="false">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
