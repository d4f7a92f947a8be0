import { shareOf } from "./share.ts";
import "../styles/charts.css";

/** What is left of a limit, as a bar. The number beside it says the same. */
export function Meter({ left, of }: { left: number; of: number }) {
  const share = shareOf(left, of);
  return (
    <svg
      class={share < 10 ? "bar meter meter-low" : "bar meter"}
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect class="bar-whole" width="100" height="10" />
      <rect width={share} height="10" />
    </svg>
  );
}
