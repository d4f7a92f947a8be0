export const formats = ["csv", "json", "xml", "excel"] as const;
