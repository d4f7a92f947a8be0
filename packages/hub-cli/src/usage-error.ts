/** Wrong use of a command: its message is for the person who typed it. Exit code 2. */
export class UsageError extends Error {}
