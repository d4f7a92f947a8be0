import type { GuideSummary } from "../../data/guide.types.ts";
import { useData } from "../data/load.ts";
import { LoadedView } from "../reference/loaded-view.tsx";
import "./guides.css";

export function Page() {
  const guides = useData<readonly GuideSummary[]>("guides.json");
  return (
    <div class="guide-text">
      <h1>Guides</h1>
      <p>
        How to use the platform, from the first request to production. Every guide is also available as
        Markdown, at its URL with <code>.md</code>. See also <a href="/prices">prices</a> and{" "}
        <a href="/webhook-events">webhook events</a>.
      </p>
      <LoadedView loaded={guides} label="the guides">
        {(data) => <GuideGroups guides={data} />}
      </LoadedView>
    </div>
  );
}

function GuideGroups({ guides }: { guides: readonly GuideSummary[] }) {
  const groups = [...new Set(guides.map(({ group }) => group))];
  return (
    <>
      {groups.map((group) => (
        <section key={group} aria-labelledby={`guides-${group}`}>
          <h2 id={`guides-${group}`}>{group}</h2>
          <ul class="guide-list">
            {guides
              .filter((guide) => guide.group === group)
              .map(({ slug, title, summary }) => (
                <li key={slug}>
                  <a href={`/guides/${slug}`}>{title}</a>
                  <span class="muted">{summary}</span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
