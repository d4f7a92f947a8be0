import { useEffect } from "preact/hooks";
import type { GuideDocs, GuideHeading, GuideNeighbour } from "../../data/guide.types.ts";
import { useData } from "../data/load.ts";
import { LoadedView } from "../reference/loaded-view.tsx";
import type { PageProps } from "../routes.ts";
import { place } from "../shell/location.ts";
import { useSignal } from "../state/signal.ts";
import { GuideBody } from "./guide-body.tsx";
import "./guides.css";

export function Page({ params }: PageProps) {
  const guide = useData<GuideDocs>(`guides/${encodeURIComponent(params["slug"]!)}.json`);
  return (
    <LoadedView loaded={guide} label="the guide" isPage>
      {(data) => <Guide guide={data} />}
    </LoadedView>
  );
}

function Guide({ guide }: { guide: GuideDocs }) {
  const { hash } = useSignal(place);
  useEffect(() => {
    if (hash !== "") document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash]);
  useEffect(() => {
    document.title = `${guide.title} · Guides · Hub platform`;
  }, [guide]);
  return (
    <div class="guide">
      <article class="guide-text">
        <p class="guide-group muted">
          <a href="/guides">Guides</a> · {guide.group}
        </p>
        <h1>{guide.title}</h1>
        <GuideBody nodes={guide.body} />
        <Neighbours {...guide} />
      </article>
      <Contents headings={guide.headings} />
    </div>
  );
}

function Contents({ headings }: { headings: readonly GuideHeading[] }) {
  if (headings.length < 2) return null;
  return (
    <nav class="guide-contents" aria-label="On this page">
      <p class="muted">On this page</p>
      <ul>
        {headings.map(({ id, text, level }) => (
          <li key={id} class={level === 3 ? "inner" : undefined}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Neighbours({ previous, next }: Pick<GuideDocs, "previous" | "next">) {
  return (
    <nav class="guide-neighbours" aria-label="Previous and next guide">
      <NeighbourLink words="Previous" guide={previous} />
      <NeighbourLink words="Next" guide={next} />
    </nav>
  );
}

function NeighbourLink({ words, guide }: { words: string; guide: GuideNeighbour | null }) {
  if (!guide) return <span />;
  return (
    <a href={`/guides/${guide.slug}`}>
      <span class="muted">{words}</span> {guide.title}
    </a>
  );
}
