import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { matchPage, type PageMatch } from "../../pages.ts";
import { pageModules, type PageProps } from "../routes.ts";
import { useSignal } from "../state/signal.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { Header } from "./header.tsx";
import { place } from "./location.ts";
import { Navigation } from "./navigation.tsx";
import { OfflineBanner } from "./offline-banner.tsx";

interface Shown {
  path: string;
  match: PageMatch | null;
  Page: ComponentType<PageProps> | null;
  fault: string | null;
}

/** Layout of every page: header, navigation and the page at the current URL. */
export function Shell() {
  const { path, hash } = useSignal(place);
  const [shown, setShown] = useState<Shown | null>(null);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    let isCurrent = true;
    setDrawerOpen(false);
    void loadPage(path).then((next) => isCurrent && setShown(next));
    return () => {
      isCurrent = false;
    };
  }, [path]);
  // Before the next key: it belongs to what has the focus then.
  useLayoutEffect(() => {
    if (!shown) return;
    document.title = titleOf(shown.match);
    if (isFirst.current) isFirst.current = false;
    else if (hash === "") {
      window.scrollTo(0, 0);
      // Screen readers announce the page's heading, and the next Tab starts there.
      main.current?.focus({ preventScroll: true });
    }
  }, [shown]);
  return (
    <>
      <a class="skip-link" href="#main">
        Skip to content
      </a>
      <Header isDrawerOpen={isDrawerOpen} onToggleDrawer={() => setDrawerOpen(!isDrawerOpen)} />
      <div class="frame">
        <Navigation path={path} isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
        <main id="main" tabIndex={-1} ref={main} aria-busy={shown?.path !== path}>
          <OfflineBanner />
          <PageArea shown={shown} />
        </main>
      </div>
    </>
  );
}

function PageArea({ shown }: { shown: Shown | null }) {
  if (!shown) return <Spinner label="Loading the page" />;
  if (shown.fault !== null) return <ErrorNote title="This page could not be loaded" message={shown.fault} />;
  if (!shown.match || !shown.Page) return <NotFound />;
  // Remounts the page when its parameters change.
  return <shown.Page key={JSON.stringify(shown.match)} params={shown.match.params} />;
}

async function loadPage(path: string): Promise<Shown> {
  const match = matchPage(path);
  if (!match) return { path, match, Page: null, fault: null };
  try {
    const { Page } = await pageModules[match.page.id]();
    return { path, match, Page, fault: null };
  } catch (error) {
    return { path, match, Page: null, fault: (error as Error).message };
  }
}

function titleOf(match: PageMatch | null): string {
  if (!match) return "Page not found · Hub platform";
  const subject = Object.values(match.params).join(".");
  return `${subject === "" ? "" : `${subject} · `}${match.page.title} · Hub platform`;
}
