import { useSignal } from "../state/signal.ts";
import { theme, type Theme } from "./theme.ts";

const next: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const signs: Record<Theme, string> = { system: "◐", light: "☀", dark: "☾" };

/** Changes the colours: the system's, light, dark. */
export function ThemeButton() {
  const current = useSignal(theme);
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={`Theme: ${current}. Change to ${next[current]}`}
      title={`Theme: ${current}`}
      onClick={() => theme.set(next[current])}
    >
      {signs[current]}
    </button>
  );
}
