import { Pill } from "../ui/pill.tsx";

/** Whether the product's source documents it, or it is this platform's own. */
export function Provenance({ isDocumented }: { isDocumented: boolean }) {
  return isDocumented ? <Pill tone="ok">documented</Pill> : <Pill>extension</Pill>;
}
