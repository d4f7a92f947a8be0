import type { ComponentChildren } from "preact";
import type { Loaded } from "../data/load.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Spinner } from "../ui/spinner.tsx";

interface LoadedViewProps<T> {
  loaded: Loaded<T>;
  label: string;
  children(data: T): ComponentChildren;
}

/** Shows loaded data, a spinner while loading, or the error. */
export function LoadedView<T>({ loaded, label, children }: LoadedViewProps<T>) {
  if (loaded.state === "loading") return <Spinner label={`Loading ${label}`} />;
  if (loaded.state === "failed")
    return <ErrorNote title={`${label} could not be loaded`} message={loaded.message} />;
  return <>{children(loaded.data)}</>;
}
