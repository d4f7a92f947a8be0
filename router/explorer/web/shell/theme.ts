import { createSignal } from "../state/signal.ts";

/** Theme: system, light or dark. */
export type Theme = "system" | "light" | "dark";

const stored = "explorer-theme";

function read(): Theme {
  const value = window.localStorage.getItem(stored);
  return value === "light" || value === "dark" ? value : "system";
}

export const theme = createSignal<Theme>(read());

/** Applies the chosen theme and later changes of it. */
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
