/** A voice says about 150 words a minute, so about 15 characters a second. */
const charactersPerSecond = 15;
/** For ringing and answering. */
const spareSeconds = 30;

/** Maximum minutes of a call with this script, for the reservation; carriers bill started minutes. */
export function callMinutes(script: string): number {
  return Math.ceil((script.length / charactersPerSecond + spareSeconds) / 60);
}

/** Billed minutes of a call, at most those reserved: the call is ended then. */
export function usedMinutes(durationSeconds: number, reservedMinutes: number): number {
  return Math.min(reservedMinutes, Math.ceil(durationSeconds / 60));
}
