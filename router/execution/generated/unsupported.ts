/** Thrown while code is generated, for what only the general executor runs. */
export class Unsupported extends Error {}
