import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ErrorNote } from "./error-note.tsx";
import { Spinner } from "./spinner.tsx";

interface LoadedPartProps<P> {
  /** Loads the component. Must be the same function in every render. */
  load(): Promise<ComponentType<P>>;
  /** "the form". */
  label: string;
  props: P;
}

/** Components that are loaded, by the functions that load them. */
const known = new WeakMap<object, unknown>();

async function loadOnce<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  const Part = await load();
  known.set(load, Part);
  return Part;
}

/** Loads a component before it is drawn, which then takes no time. A failure is shown where it is drawn. */
export function loadAhead<P>(load: () => Promise<ComponentType<P>>): void {
  void loadOnce(load).catch(() => undefined);
}

/** A component that is loaded when it is first drawn, with a button that tries again after a failure. */
export function LoadedPart<P extends object>({ load, label, props }: LoadedPartProps<P>) {
  const [part, setPart] = useState<{ Part: ComponentType<P> | null; hasFailed: boolean }>(() => ({
    Part: (known.get(load) as ComponentType<P> | undefined) ?? null,
    hasFailed: false,
  }));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (part.Part) return;
    let isCurrent = true;
    loadOnce(load).then(
      (Part) => isCurrent && setPart({ Part, hasFailed: false }),
      () => isCurrent && setPart({ Part: null, hasFailed: true }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, turn]);
  if (part.Part) return <part.Part {...props} />;
  if (!part.hasFailed) return <Spinner label={`Loading ${label}`} />;
  return (
    <ErrorNote title={`Could not load ${label}`} message="The server is not reachable.">
      <button type="button" onClick={() => setTurn(turn + 1)}>
        Try again
      </button>
    </ErrorNote>
  );
}
