import type { ComponentType } from "preact";
import type { PageId } from "../pages.ts";

/** What the module of a page exports: the page, which draws its own `h1`. */
export interface PageModule {
  Page: ComponentType<PageProps>;
}

export interface PageProps {
  /** Parameters of the path. */
  params: Record<string, string>;
}

/** Every page's module by its id in `pages.ts`; loaded when the page is opened for the first time. */
export const pageModules: Record<PageId, () => Promise<PageModule>> = {
  overview: () => import("./overview/overview.page.tsx"),
  console: () => import("./console/console.page.tsx"),
};
