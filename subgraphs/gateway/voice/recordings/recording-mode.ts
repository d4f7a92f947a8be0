/** Whether calls are recorded: never, after a yes, or announced where that suffices. */
export const recordingModes = ["off", "ask", "announce"] as const;
export type RecordingMode = (typeof recordingModes)[number];
