import { useSignal } from "../state/signal.ts";
import { Icon } from "../ui/icon.tsx";
import { theme, type Theme } from "./theme.ts";

const next: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const icons = { system: "monitor", light: "sun", dark: "moon" } as const;

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
      <Icon name={icons[current]} />
    </button>
  );
}
