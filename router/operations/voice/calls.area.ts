import type { AreaDefaults } from "../area.ts";
import type { VoiceGroup } from "./groups.ts";

/** What the rows of this area have in common. */
export const callsArea: AreaDefaults<VoiceGroup> = {
  area: "calls",
  title: "Calls by voice agents",
  needsApp: true,
};
