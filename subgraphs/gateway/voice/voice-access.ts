import { inApp } from "../base/app-access.ts";

/** Who may do something in the voice app. */
export const inVoice = inApp("ai-caller");
