import type { AreaDefaults } from "../area.ts";
import type { VoiceGroup } from "./groups.ts";

/** Defaults of the operations of this area. */
export const callsArea: AreaDefaults<VoiceGroup> = {
  area: "calls",
  title: "Calls by voice agents",
  needsApp: true,
};
