import type { ComponentChildren } from "preact";
import type { Loaded } from "../data/load.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { Spinner } from "../ui/spinner.tsx";

interface LoadedViewProps<T> {
  loaded: Loaded<T>;
  label: string;
  /** True when a page is about this data: where it does not exist, there is no such page. */
  isPage?: boolean;
  children(data: T): ComponentChildren;
}

/** Shows loaded data, a spinner while loading, or the error. */
export function LoadedView<T>({ loaded, label, isPage, children }: LoadedViewProps<T>) {
  if (loaded.state === "loading") return <Spinner label={`Loading ${label}`} />;
  if (loaded.state === "failed" && loaded.isMissing && isPage) return <NotFound />;
  if (loaded.state === "failed")
    return (
      <ErrorNote title={`Loading ${label} failed`} message={loaded.message}>
        <p class="buttons">
          <button type="button" class="small-button" onClick={loaded.retry}>
            Try again
          </button>
        </p>
      </ErrorNote>
    );
  return <>{children(loaded.data)}</>;
}
