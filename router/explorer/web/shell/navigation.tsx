import { useEffect } from "preact/hooks";
import { pages, type PageRow } from "../../pages.ts";
import { isAdministrator } from "../session/account.ts";
import { useSignal } from "../state/signal.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { ChildLinks } from "./child-links.tsx";

interface NavigationProps {
  path: string;
  isOpen: boolean;
  onClose(): void;
}

/** Icons by page, `file-text` for all others. */
const icons: ReadonlyMap<string, IconName> = new Map([
  ["overview", "house"],
  ["console", "square-terminal"],
  ["rest", "arrow-left-right"],
  ["tools", "bot"],
  ["operations", "file-code"],
  ["schema", "braces"],
  ["graph", "waypoints"],
  ["changelog", "history"],
  ["errors", "triangle-alert"],
  ["guides", "book-open"],
  ["webhook-events", "zap"],
  ["prices", "tags"],
  ["usage", "chart-column"],
  ["keys", "key-round"],
  ["webhooks", "webhook"],
  ["requests", "list-checks"],
  ["members", "users"],
  ["approvals", "badge-check"],
  ["audit", "scroll-text"],
  ["data", "download"],
  ["settings", "settings"],
  ["admin-users", "user"],
  ["admin-accounts", "building-2"],
  ["admin-apps", "layout-grid"],
  ["admin-plans", "layers"],
  ["admin-packages", "package"],
  ["admin-prices", "tags"],
  ["admin-tax", "percent"],
  ["admin-events", "zap"],
  ["admin-jobs", "list-checks"],
  ["admin-dead", "inbox"],
  ["admin-audit", "shield-check"],
]);

const groups = ["Learn", "Build", "Schema", "Account", "Administration"] as const;

/** The pages by group, those of administrators for them alone; on narrow screens a drawer. */
export function Navigation({ path, isOpen, onClose }: NavigationProps) {
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape") onClose();
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [isOpen, onClose]);
  const isAdmin = useSignal(isAdministrator);
  const rows: readonly PageRow[] = pages;
  return (
    <nav id="navigation" class={isOpen ? "navigation open" : "navigation"} aria-label="Pages">
      <NavigationLink id="overview" href="/" title="Overview" path={path} />
      {groups
        .filter((group) => group !== "Administration" || isAdmin)
        .map((group) => (
          <div key={group} role="group" aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`}>{group}</h2>
            {rows
              .filter((page) => page.group === group)
              .map((page) => (
                <NavigationLink key={page.id} id={page.id} href={page.path} title={page.title} path={path} />
              ))}
          </div>
        ))}
    </nav>
  );
}

interface NavigationLinkProps {
  id: string;
  href: string;
  title: string;
  path: string;
}

function NavigationLink({ id, href, title, path }: NavigationLinkProps) {
  const isHere = path === href;
  const isInside = href !== "/" && path.startsWith(`${href}/`);
  return (
    <>
      <a
        href={href}
        title={title}
        class={isInside ? "inside" : undefined}
        aria-current={isHere ? "page" : undefined}
      >
        <Icon name={icons.get(id) ?? "file-text"} />
        <span>{title}</span>
      </a>
      {(isInside || isHere) && href !== "/" && <ChildLinks parent={href} path={path} />}
    </>
  );
}
