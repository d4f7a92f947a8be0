import { useEffect } from "preact/hooks";
import { pages, type PageRow } from "../../pages.ts";
import { isAdministrator } from "../session/account.ts";
import { useSignal } from "../state/signal.ts";

interface NavigationProps {
  path: string;
  isOpen: boolean;
  onClose(): void;
}

const groups = ["Build", "Schema", "Account", "Administration"] as const;

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
      <NavigationLink href="/" title="Overview" path={path} />
      {groups
        .filter((group) => group !== "Administration" || isAdmin)
        .map((group) => (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`}>{group}</h2>
            {rows
              .filter((page) => page.group === group)
              .map((page) => (
                <NavigationLink key={page.id} href={page.path} title={page.title} path={path} />
              ))}
          </section>
        ))}
    </nav>
  );
}

function NavigationLink({ href, title, path }: { href: string; title: string; path: string }) {
  const isHere = path === href;
  const isInside = href !== "/" && path.startsWith(`${href}/`);
  return (
    <a href={href} class={isInside ? "inside" : undefined} aria-current={isHere ? "page" : undefined}>
      {title}
    </a>
  );
}
