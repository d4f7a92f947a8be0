import { useEffect } from "preact/hooks";
import type { AreaLinks } from "../../data/docs.types.ts";
import type { GuideSummary } from "../../data/guide.types.ts";
import { pages, type PageMatch, type PageRow } from "../../pages.ts";
import { loadData } from "../data/load.ts";
import { createSignal } from "../state/signal.ts";

/** A link below an entry of the navigation. */
export interface ChildLink {
  href: string;
  title: string;
  /** Method of a path. */
  method?: string;
}

/** Links below the open entry of the navigation. */
export interface Children {
  title: string;
  links: readonly ChildLink[];
}

/** The area of the operation that the page is about, which its page sets. */
const shownArea = createSignal<string | null>(null);

/** Shows the operations of an area below the open entry of the navigation. */
export function useShownArea(area: string): void {
  useEffect(() => shownArea.set(area), [area]);
}

/** Whether a page has links below its entry that depend on its subject. */
export function hasLoadedChildren(match: PageMatch | null): boolean {
  return match !== null && ["rest-operation", "tool", "guide"].includes(match.page.id);
}

/** Calls back with the links below the entry of a page, whenever they change. Returns a function that ends it. */
export function followChildren(match: PageMatch, show: (children: Children) => void): () => void {
  let isCurrent = true;
  const showLater = (children: Promise<Children>) =>
    void children.then(
      (found) => isCurrent && show(found),
      // The links are on the list of the page too.
      () => undefined,
    );
  const id = match.page.id;
  let stop = () => {};
  if (id === "guide") showLater(guidesBeside(match.params["slug"]!));
  else {
    const follow = (area: string | null) => area !== null && showLater(operationsOf(area, id));
    follow(shownArea.value);
    stop = shownArea.subscribe(follow);
  }
  return () => {
    isCurrent = false;
    stop();
  };
}

async function operationsOf(area: string, page: string): Promise<Children> {
  const { title, operations } = await loadData<AreaLinks>(`areas/${area}.json`);
  const links = operations.flatMap(({ name, rest, tool }): ChildLink[] => {
    if (page === "tool") return tool === null ? [] : [{ href: `/tools/${tool}`, title: tool }];
    return rest ? [{ href: `/rest/${name}`, title: rest.path, method: rest.method }] : [];
  });
  return { title, links };
}

async function guidesBeside(slug: string): Promise<Children> {
  const guides = await loadData<readonly GuideSummary[]>("guides.json");
  const group = guides.find((guide) => guide.slug === slug)?.group ?? "";
  return {
    title: group,
    links: guides
      .filter((guide) => guide.group === group)
      .map((guide) => ({ href: `/guides/${guide.slug}`, title: guide.title })),
  };
}

/** Pages inside another one whose paths have no parameters: the receiver below webhooks. */
export function pagesInside(parent: string): readonly ChildLink[] {
  const rows: readonly PageRow[] = pages;
  return rows
    .filter(({ path, group }) => group === undefined && path.startsWith(`${parent}/`) && !path.includes(":"))
    .map(({ path, title }) => ({ href: path, title }));
}
