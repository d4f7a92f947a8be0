import { useState } from "preact/hooks";
import type { Change, ReleaseChanges } from "../../changelog/release.types.ts";
import { useData } from "../data/load.ts";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Pill, type PillTone } from "../ui/pill.tsx";
import { Spinner } from "../ui/spinner.tsx";
import "../styles/changelog.css";

/** Changes of each release for API users, with the affected stored operations. */
export function Page() {
  const loaded = useData<readonly ReleaseChanges[]>("changelog.json");
  return (
    <>
      <h1>Changelog</h1>
      <p>
        Changes of the schema, access rules, prices, routes and tools. Breaking changes are announced here
        before the release. <a href="/explorer/data/changelog.xml">Subscribe via RSS</a>.
      </p>
      {loaded.state === "loading" && <Spinner label="Loading the changelog" />}
      {loaded.state === "failed" && (
        <ErrorNote title="The changelog could not be loaded" message={loaded.message} />
      )}
      {loaded.state === "ready" && loaded.data.length === 0 && <EmptyState title="No releases yet" />}
      {loaded.state === "ready" && loaded.data.map((entry) => <Entry key={entry.version} entry={entry} />)}
    </>
  );
}

const sections: readonly { title: string; note: string; holds(change: Change): boolean }[] = [
  {
    title: "Breaking",
    note: "Requests that used to work will fail.",
    holds: ({ level, area }) => level === "breaking" && area !== "policy",
  },
  {
    title: "Dangerous",
    note: "Requests still work, but can have other results.",
    holds: ({ level, area }) => (level === "dangerous" || level === "review") && area !== "policy",
  },
  {
    title: "Policy",
    note: "Access rules. Stricter rules are breaking changes. Weaker rules were reviewed.",
    holds: ({ area, level }) => area === "policy" && level !== "safe",
  },
];

function Entry({ entry }: { entry: ReleaseChanges }) {
  const { version, date, since, changes } = entry;
  const safe = changes.filter(({ level }) => level === "safe");
  return (
    <section id={version} aria-labelledby={`release-${version}`}>
      <h2 id={`release-${version}`}>
        {version} <span class="muted">{date ?? "not released yet"}</span>
      </h2>
      <p class="muted">
        Since {since}. Schemas: <a href={`/explorer/data/releases/${since}.graphql`}>{since}.graphql</a>,{" "}
        <a href={`/explorer/data/releases/${version}.graphql`}>{version}.graphql</a>
      </p>
      {sections.map((section) => (
        <Section
          key={section.title}
          {...section}
          changes={changes.filter((change) => section.holds(change))}
        />
      ))}
      <SafeChanges changes={safe} />
    </section>
  );
}

interface SectionProps {
  title: string;
  note: string;
  changes: readonly Change[];
}

function Section({ title, note, changes }: SectionProps) {
  return (
    <>
      <h3>
        {title} <span class="muted">{changes.length}</span>
      </h3>
      {changes.length === 0 ? (
        <p class="muted">None.</p>
      ) : (
        <>
          <p class="muted">{note}</p>
          <ul class="changes">
            {changes.map((change) => (
              <li key={change.id}>
                <Pill tone={tones[change.level]}>{words[change.level]}</Pill> <Subject change={change} />{" "}
                <span>{change.message}</span>
                {change.note && <p>{change.note}</p>}
                <Met change={change} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const tones: Record<Change["level"], PillTone> = {
  breaking: "bad",
  dangerous: "warn",
  review: "warn",
  safe: "ok",
};
const words: Record<Change["level"], string> = {
  breaking: "breaks",
  dangerous: "dangerous",
  review: "loosened",
  safe: "safe",
};

/** The changed element, with a link when it still exists. */
function Subject({ change: { subject, area, level, id } }: { change: Change }) {
  const [type, field] = subject.split(".");
  const isGone = level === "breaking" && /REMOVED/.test(id);
  if (area === "doors" || isGone || !/^[A-Z]\w*$/.test(type!)) return <code>{subject}</code>;
  const href = field === undefined ? `/schema/${type}` : `/schema/${type}/${field}`;
  return (
    <a href={href}>
      <code>{subject}</code>
    </a>
  );
}

/** Stored operations that a change affects. */
function Met({ change: { operations, doors } }: { change: Change }) {
  if (operations.length === 0) return null;
  const shown = operations.slice(0, 8);
  return (
    <p class="muted">
      Affects{" "}
      {shown.map((name, index) => (
        <span key={name}>
          {index > 0 && ", "}
          {name}
        </span>
      ))}
      {operations.length > shown.length && ` and ${operations.length - shown.length} more`}
      {doors.length > 0 && <> ({doors.slice(0, 6).join(", ")})</>}
    </p>
  );
}

/** Safe changes, rendered on request because they are seldom read. */
function SafeChanges({ changes }: { changes: readonly Change[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h3>
        Safe <span class="muted">{changes.length}</span>
      </h3>
      {changes.length > 0 && (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide safe changes" : "Show safe changes"}
        </button>
      )}
      {isOpen && (
        <DataTable<Change>
          caption="Safe changes"
          columns={[
            { name: "Subject", cell: (change) => <Subject change={change} /> },
            { name: "Change", cell: ({ message }) => message },
          ]}
          rows={changes}
          keyOf={({ id }) => id}
          textOf={({ subject, message }) => `${subject} ${message}`}
        />
      )}
    </>
  );
}
