import { inApp } from "../base/app-access.ts";

/** Access rule for the voice app. */
export const inVoice = inApp("ai-caller");
