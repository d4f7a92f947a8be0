import { useEffect, useState } from "preact/hooks";
import { navigate, place } from "../shell/location.ts";

/** Browsers limit how often an address may change, so typed text is written once it rests. */
const restMs = 250;

/** State that stands in the query of the address: a reload and a shared link keep it. */
export function useUrlState(name: string): [value: string, set: (value: string) => void] {
  const [value, setValue] = useState(() => new URLSearchParams(place.value.query).get(name) ?? "");
  useEffect(() => {
    const timer = setTimeout(() => writeParameter(name, value), restMs);
    return () => clearTimeout(timer);
  }, [name, value]);
  return [value, setValue];
}

function writeParameter(name: string, value: string): void {
  const { path, query, hash } = place.value;
  const parameters = new URLSearchParams(query);
  if ((parameters.get(name) ?? "") === value) return;
  if (value === "") parameters.delete(name);
  else parameters.set(name, value);
  navigate(`${path}${parameters.size > 0 ? `?${parameters}` : ""}${hash}`, { replace: true });
}
