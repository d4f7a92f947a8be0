import { useEffect, useState } from "preact/hooks";
import type { EventCatalogue, EventDocs, EventObjectDocs } from "../../data/guide.types.ts";
import { useData } from "../data/load.ts";
import { LoadedView } from "../reference/loaded-view.tsx";
import { place } from "../shell/location.ts";
import { useSignal } from "../state/signal.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Table } from "../ui/table.tsx";
import "./guides.css";

export function Page() {
  const catalogue = useData<EventCatalogue>("events.json");
  return (
    <div class="guide-text">
      <h1>Webhook events</h1>
      <p>
        Every event that a webhook endpoint can receive, with an example of <code>data.object</code>. How
        bodies are delivered and signed is in <a href="/guides/webhooks">webhooks</a>. The whole schemas are
        the <code>webhooks</code> of <a href="/openapi.json">openapi.json</a>.
      </p>
      <LoadedView loaded={catalogue} label="the events">
        {(data) => <Families catalogue={data} />}
      </LoadedView>
    </div>
  );
}

function Families({ catalogue: { events, objects } }: { catalogue: EventCatalogue }) {
  const { hash } = useSignal(place);
  useEffect(() => {
    if (hash !== "") document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash]);
  const families = [...new Set(events.map(groupOf))];
  return (
    <>
      {families.map((family) => (
        <section key={family} aria-labelledby={`family-${family}`}>
          <h2 id={`family-${family}`}>{family}</h2>
          {events
            .filter((event) => groupOf(event) === family)
            .map((event) => (
              <Event
                key={event.type}
                event={event}
                object={objects[event.shape]!}
                isOpen={hash === `#${event.type}`}
              />
            ))}
        </section>
      ))}
    </>
  );
}

const groupOf = ({ type }: EventDocs): string => type.split(".")[0]!;

function Event({ event, object, isOpen }: { event: EventDocs; object: EventObjectDocs; isOpen: boolean }) {
  const { type, description } = event;
  return (
    <div class="webhook-event" id={type}>
      <h3>{type}</h3>
      <p>{description}</p>
      <EventDetails event={event} object={object} isOpen={isOpen} />
    </div>
  );
}

/** Rendered when opened, because there are many. */
function EventDetails({
  event,
  object,
  isOpen,
}: {
  event: EventDocs;
  object: EventObjectDocs;
  isOpen: boolean;
}) {
  const { type, example } = event;
  const { name, hasType, properties } = object;
  const [wasOpened, setOpened] = useState(isOpen);
  return (
    <details open={isOpen} onToggle={(toggle) => toggle.currentTarget.open && setOpened(true)}>
      <summary>Example and schema of {type}</summary>
      {wasOpened && (
        <>
          <p>Object: {hasType ? <a href={`/schema/${name}`}>{name}</a> : <code>{name}</code>}</p>
          <CodeBlock
            label={`Example of ${type}`}
            language="data.object"
            code={JSON.stringify(example, null, 2)}
          />
          <Table
            caption={`Properties of ${name} in ${type}`}
            rows={properties}
            keyOf={({ path }) => path}
            columns={[
              { name: "Property", cell: ({ path }) => <code>{path}</code> },
              {
                name: "Type",
                cell: ({ type: words, rules }) => (rules === "" ? words : `${words}, ${rules}`),
              },
              { name: "Description", cell: ({ description }) => description },
            ]}
          />
        </>
      )}
    </details>
  );
}
