import { useEffect, useState } from "preact/hooks";
import type { RowGroup } from "./row-list.tsx";

interface RowNavigationProps {
  label: string;
  groups: readonly RowGroup<unknown>[];
}

/** Links to the groups of a list. The group at the top of the window is marked. */
export function RowNavigation({ label, groups }: RowNavigationProps) {
  const current = useGroupInView(groups.map(({ id }) => id).join(" "));
  return (
    <nav class="row-navigation" aria-label={`Groups of ${label}`}>
      <ul>
        {groups.map(({ id, title, rows }) => (
          <li key={id}>
            <a href={`#area-${id}`} aria-current={id === current ? "true" : undefined}>
              <span>{title}</span> <span class="muted">{rows.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function useGroupInView(ids: string): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const inView = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id);
          else inView.delete(target.id);
        }
        setCurrent(ids.split(" ").find((id) => inView.has(`area-${id}`)) ?? null);
      },
      { rootMargin: "-72px 0px -66% 0px" },
    );
    for (const id of ids.split(" ")) {
      const section = document.getElementById(`area-${id}`);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
