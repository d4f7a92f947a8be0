/** Banks of the stand-in. Their names and ids are invented; the ids have the provider's format. */
export interface StandInInstitution {
  institution_id: string;
  name: string;
  url: string;
  primary_color: string;
  oauth: boolean;
  /** True where the bank calls an account the same in every login. */
  hasPersistentIds: boolean;
  country_codes: string[];
  currency: string;
}

const bank = (
  number: number,
  name: string,
  more: Partial<Omit<StandInInstitution, "institution_id" | "name">> = {},
): StandInInstitution => ({
  institution_id: `ins_${number}`,
  name,
  url: `https://www.${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.example`,
  primary_color: "#1f4e79",
  oauth: false,
  hasPersistentIds: false,
  country_codes: ["US"],
  currency: "USD",
  ...more,
});

export const institutions: readonly StandInInstitution[] = [
  bank(109508, "First Example Bank"),
  bank(109509, "First Gingham Credit Union", { primary_color: "#7a1f4e" }),
  bank(109510, "Tattersall Federal Credit Union"),
  bank(109511, "Tartan Bank", { country_codes: ["US", "CA"] }),
  bank(109512, "Houndstooth Bank"),
  bank(127287, "Example OAuth Bank", { oauth: true, hasPersistentIds: true, primary_color: "#0b6e4f" }),
  bank(43, "Example Bank of Canada", { country_codes: ["CA"], currency: "CAD" }),
];

export const products = ["transactions", "auth", "identity", "balance"];

/** A picture of one pixel: the provider sends pictures themselves. */
const logo =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export function findInstitution(id: string): StandInInstitution | null {
  return institutions.find(({ institution_id }) => institution_id === id) ?? null;
}

/** The institution as the API shows it. */
export function institutionObject(
  { hasPersistentIds: _own, currency: _currency, ...shown }: StandInInstitution,
  { optional = false, status = null }: { optional?: boolean; status?: string | null },
) {
  const { url, primary_color, ...plain } = shown;
  return {
    ...plain,
    products,
    routing_numbers: [],
    dtc_numbers: [],
    ...(optional ? { url, primary_color, logo } : {}),
    ...(status === null ? {} : { status: statusObject(status) }),
  };
}

function statusObject(status: string) {
  const breakdown = { success: 0.98, error_plaid: 0.01, error_institution: 0.01, refresh_interval: "NORMAL" };
  const one = { status, last_status_change: "2026-01-01T00:00:00Z", breakdown };
  return { item_logins: one, transactions_updates: one, auth: one, identity: one, health_incidents: null };
}
