import type { Faults } from "./form-content.ts";
import { readAddress, type AskedAddress, type PostalAddress } from "../businesses/postal-address.ts";
import type { TinType } from "./tin.ts";

/** A recipient without the number. A person has first and last name, a business a business name. */
export interface RecipientProfile {
  firstName: string | null;
  middleName: string | null;
  lastName: string | null;
  suffix: string | null;
  businessName: string | null;
  dba: string | null;
  address: PostalAddress;
  email: string | null;
  phone: string | null;
}

export interface AskedRecipient {
  recipientId?: string | null;
  tinType?: TinType | null;
  tin?: string | null;
  firstName?: string | null;
  middleName?: string | null;
  lastName?: string | null;
  suffix?: string | null;
  businessName?: string | null;
  dba?: string | null;
  address?: AskedAddress | null;
  email?: string | null;
  phone?: string | null;
}

/**
 * The profile to store: the input over the stored recipient's profile. Every broken rule is added to `faults` under
 * `recipient`.
 */
export function readProfile(
  asked: AskedRecipient,
  { tinType, known }: { tinType: TinType; known: RecipientProfile | null },
  faults: Faults,
): RecipientProfile {
  const text = (name: TextName) => asked[name]?.trim() || known?.[name] || null;
  if (!asked.address && known === null) faults.add("recipient.address", "is required", "required");
  const profile: RecipientProfile = {
    firstName: text("firstName"),
    middleName: text("middleName"),
    lastName: text("lastName"),
    suffix: text("suffix"),
    businessName: text("businessName"),
    dba: text("dba"),
    address: asked.address
      ? readAddress(asked.address, "recipient.address", faults)
      : (known?.address ?? noAddress),
    email: text("email"),
    phone: text("phone"),
  };
  checkName(profile, tinType, faults);
  return profile;
}

type TextName = Exclude<keyof RecipientProfile, "address">;

const noAddress: PostalAddress = {
  line1: "",
  line2: null,
  city: "",
  state: null,
  province: null,
  postalCode: "",
  country: "US",
};

/** A business name is for numbers of businesses; a sole proprietor may have one of these and a name. */
function checkName(
  { firstName, lastName, businessName }: RecipientProfile,
  tinType: TinType,
  faults: Faults,
): void {
  if (businessName !== null && tinType !== "EIN")
    faults.add("recipient.businessName", "is only allowed for tinType EIN; use dba instead", "ein_only");
  if (businessName !== null && tinType === "EIN") return;
  for (const [name, value] of Object.entries({ firstName, lastName }))
    if (value === null) faults.add(`recipient.${name}`, "is required", "required");
}

/** The name on the form. */
export function nameOf({ firstName, middleName, lastName, suffix, businessName }: RecipientProfile): string {
  const person = [firstName, middleName, lastName, suffix].filter((part) => part !== null).join(" ");
  return businessName ?? person;
}
