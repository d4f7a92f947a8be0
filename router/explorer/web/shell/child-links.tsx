import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { matchPage } from "../../pages.ts";
import { followChildren, hasLoadedChildren, pagesInside, type ChildLink, type Children } from "./children.ts";

/** What is inside the open entry of the navigation: its pages, or what stands beside the subject of the page. */
export function ChildLinks({ parent, path }: { parent: string; path: string }) {
  const inside = pagesInside(parent);
  const isLoaded = hasLoadedChildren(matchPage(path));
  const children = useLoadedChildren(isLoaded ? path : null);
  if (inside.length > 0) return <Links label={null} links={inside} path={path} />;
  if (!isLoaded) return null;
  // Its place is kept while it is loaded, so that the entries below stay where they are.
  if (!children) return <div class="navigation-children loading" />;
  return <Links label={children.title} links={children.links} path={path} />;
}

/** The links of the previous page stay until those of the next one are there. */
function useLoadedChildren(path: string | null): Children | null {
  const [children, setChildren] = useState<Children | null>(null);
  useEffect(() => {
    if (path === null) return setChildren(null);
    return followChildren(matchPage(path)!, setChildren);
  }, [path]);
  return children;
}

interface LinksProps {
  label: string | null;
  links: readonly ChildLink[];
  path: string;
}

function Links({ label, links, path }: LinksProps) {
  const list = useRef<HTMLDivElement>(null);
  // The current one is in view, without a jump of the page.
  useLayoutEffect(() => {
    const frame = list.current!;
    const current = frame.querySelector<HTMLElement>("[aria-current]");
    if (current) frame.scrollTop = current.offsetTop - frame.clientHeight / 2;
  }, [links, path]);
  return (
    <div class="navigation-children" ref={list}>
      {label !== null && <p>{label}</p>}
      <ul>
        {links.map(({ href, title, method }) => (
          <li key={href}>
            <a href={href} aria-current={href === path ? "page" : undefined} title={title}>
              {method !== undefined && <span class={`method method-${method}`}>{method}</span>}
              <span>{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
