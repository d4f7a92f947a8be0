/** The oldest Node that every production dependency supports. */
export const oldestNode = "22.19.0";

/** True when this version (`major.minor.patch`) can run the platform. */
export function isSupportedNode(version: string): boolean {
  return !isOlder(version, oldestNode);
}

function isOlder(version: string, other: string): boolean {
  const [major = 0, minor = 0, patch = 0] = numbersOf(version);
  const [otherMajor = 0, otherMinor = 0, otherPatch = 0] = numbersOf(other);
  if (major !== otherMajor) return major < otherMajor;
  if (minor !== otherMinor) return minor < otherMinor;
  return patch < otherPatch;
}

/** Pre-releases and nightly builds count as the version that they lead to. */
function numbersOf(version: string): number[] {
  return version.split("-", 1)[0]!.split(".").map(Number);
}
