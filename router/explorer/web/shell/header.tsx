import { AccountSwitcher } from "../session/account-switcher.tsx";
import { CreditsLeft } from "../session/credits-left.tsx";
import { IdentitySwitcher } from "../session/identity-switcher.tsx";
import { Icon } from "../ui/icon.tsx";
import { environment } from "./environment.ts";
import { SearchButton } from "./search-button.tsx";
import { ThemeButton } from "./theme-button.tsx";

interface HeaderProps {
  isDrawerOpen: boolean;
  onToggleDrawer(): void;
}

/** Header of every page: product, environment, search, identity with account, and theme. */
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
        <Icon name={isDrawerOpen ? "x" : "menu"} />
      </button>
      <a class="brand" href="/">
        <Mark />
        <span class="brand-name">Hub platform</span>
      </a>
      <span class={`pill ${environment.isAlarming ? "pill-bad" : "pill-plain"}`}>{environment.badge}</span>
      <SearchButton />
      <div class="header-end">
        <CreditsLeft />
        <div class="identity">
          <IdentitySwitcher />
          <AccountSwitcher />
        </div>
        <ThemeButton />
      </div>
    </header>
  );
}

/** Three subgraphs around one hub. */
function Mark() {
  return (
    <svg class="brand-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path class="mark-lines" d="M12 12V4.5M12 12l6.5 3.75M12 12l-6.5 3.75" />
      <circle class="mark-hub" cx="12" cy="12" r="3.5" />
      <circle class="mark-node" cx="12" cy="4" r="2.25" />
      <circle class="mark-node" cx="19" cy="16" r="2.25" />
      <circle class="mark-node" cx="5" cy="16" r="2.25" />
    </svg>
  );
}
