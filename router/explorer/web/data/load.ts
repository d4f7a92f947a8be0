import { useEffect, useState } from "preact/hooks";

const texts = new Map<string, Promise<string>>();
const values = new Map<string, Promise<unknown>>();

/** Loads a text file of the documentation data once. Throws an error with a readable message on failure. */
export function loadText(path: string): Promise<string> {
  return once(texts, path, () => fetchText(path));
}

/** Loads a JSON file of the documentation data once. */
export function loadData<T>(path: string): Promise<T> {
  return once(values, path, async () => JSON.parse(await fetchText(path)) as unknown) as Promise<T>;
}

/** There is no such file. */
class MissingData extends Error {}

/** Loading state. */
export type Loaded<T> =
  | { state: "loading" }
  | { state: "failed"; message: string; isMissing: boolean; retry(): void }
  | { state: "ready"; data: T };

/** A file of the documentation's data, for a component. */
export function useData<T>(path: string): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: "loading" });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setLoaded({ state: "loading" });
    loadData<T>(path).then(
      (data) => isCurrent && setLoaded({ state: "ready", data }),
      (error: Error) =>
        isCurrent &&
        setLoaded({
          state: "failed",
          message: error.message,
          isMissing: error instanceof MissingData,
          retry: () => setTurn(turn + 1),
        }),
    );
    return () => {
      isCurrent = false;
    };
  }, [path, turn]);
  return loaded;
}

async function fetchText(path: string): Promise<string> {
  const response = await fetch(`/explorer/data/${path}`).catch(() => {
    throw new Error("The platform could not be reached.");
  });
  if (response.status === 404) throw new MissingData(`Not found: ${path.replace(/\.json$/, "")}.`);
  if (!response.ok)
    throw new Error(`The server returned status ${response.status} for ${path}. Reload the page.`);
  return response.text();
}

/** Failed requests are not cached. */
function once<T>(kept: Map<string, Promise<T>>, path: string, load: () => Promise<T>): Promise<T> {
  let promise = kept.get(path);
  if (!promise) {
    promise = load().catch((error: unknown) => {
      kept.delete(path);
      throw error;
    });
    kept.set(path, promise);
  }
  return promise;
}
