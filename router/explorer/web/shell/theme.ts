import { createSignal } from "../state/signal.ts";

/** Colours: those of the system, or chosen. */
export type Theme = "system" | "light" | "dark";

const stored = "explorer-theme";

function read(): Theme {
  const value = window.localStorage.getItem(stored);
  return value === "light" || value === "dark" ? value : "system";
}

export const theme = createSignal<Theme>(read());

/** Shows the chosen theme, and each one that is chosen later. */
export function applyTheme(): void {
  const apply = (chosen: Theme) => {
    if (chosen === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = chosen;
  };
  apply(theme.value);
  theme.subscribe((chosen) => {
    window.localStorage.setItem(stored, chosen);
    apply(chosen);
  });
}
