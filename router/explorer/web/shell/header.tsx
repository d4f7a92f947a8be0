import { AccountSwitcher } from "../session/account-switcher.tsx";
import { IdentitySwitcher } from "../session/identity-switcher.tsx";
import { environment } from "./environment.ts";
import { SearchButton } from "./search-button.tsx";
import { ThemeButton } from "./theme-button.tsx";

interface HeaderProps {
  isDrawerOpen: boolean;
  onToggleDrawer(): void;
}

/** Header of every page: product, environment, identity, search and theme. */
export function Header({ isDrawerOpen, onToggleDrawer }: HeaderProps) {
  return (
    <header class="header">
      <button
        type="button"
        class="icon-button drawer-button"
        aria-expanded={isDrawerOpen}
        aria-controls="navigation"
        aria-label="Navigation"
        onClick={onToggleDrawer}
      >
        ☰
      </button>
      <a class="brand" href="/">
        Hub platform
      </a>
      <span class={`pill ${environment.isAlarming ? "pill-bad" : "pill-warn"}`}>{environment.badge}</span>
      <div class="header-end">
        <IdentitySwitcher />
        <AccountSwitcher />
        <SearchButton />
        <ThemeButton />
      </div>
    </header>
  );
}
