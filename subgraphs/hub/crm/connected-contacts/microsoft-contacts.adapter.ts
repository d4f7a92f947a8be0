import { z } from "zod";
import { callVendor } from "../../../../src/http/vendor-api.ts";
import type { ConnectedContacts, SourceContact } from "./connected-contacts.port.ts";

const text = z.string().nullish();
const contactSchema = z.object({
  id: z.string().min(1).max(500),
  givenName: text,
  surname: text,
  companyName: text,
  emailAddresses: z.array(z.object({ address: text })).default([]),
  mobilePhone: text,
  businessPhones: z.array(z.string()).default([]),
  homePhones: z.array(z.string()).default([]),
});
const pageSchema = z.object({ value: z.array(contactSchema), "@odata.nextLink": z.string().optional() });
const fields = "id,givenName,surname,companyName,emailAddresses,mobilePhone,businessPhones,homePhones";

/** Microsoft Graph v1.0, `user: list contacts`: pages by `@odata.nextLink`, which is followed at Graph alone. */
export function createMicrosoftContacts({ baseUrl }: { baseUrl: string }): ConnectedContacts {
  return {
    scopes: [
      "Contacts.Read",
      "https://graph.microsoft.com/Contacts.Read",
      "Contacts.ReadWrite",
      "https://graph.microsoft.com/Contacts.ReadWrite",
    ],
    async fetchPage({ accessToken, next }) {
      const path = next ?? `/v1.0/me/contacts?$select=${fields}&$top=500`;
      const answer = await callVendor({
        baseUrl,
        accessToken,
        method: "GET",
        path,
        maxBytes: 16 * 1_048_576,
      });
      if (answer.kind !== "reply") return { kind: "later", retryAfterMs: null };
      const { status, text: body, retryAfterMs } = answer;
      if (status === 401) return { kind: "unauthorized" };
      if (status === 403) return { kind: "missing_scope" };
      if (status === 429 || status >= 500) return { kind: "later", retryAfterMs };
      const page = status === 200 ? parsePage(body) : null;
      if (page === null) return { kind: "refused" };
      const link = page["@odata.nextLink"];
      const following = link === undefined ? null : pathOf(link, baseUrl);
      // A token is sent to no other server.
      if (link !== undefined && following === null) return { kind: "refused" };
      return { kind: "page", contacts: page.value.map(contactOf), next: following };
    },
  };
}

function parsePage(body: string): z.output<typeof pageSchema> | null {
  try {
    return pageSchema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

function pathOf(link: string, baseUrl: string): string | null {
  return link.startsWith(`${baseUrl}/v1.0/me/contacts`) ? link.slice(baseUrl.length) : null;
}

function contactOf(contact: z.output<typeof contactSchema>): SourceContact {
  const { id, givenName, surname, companyName, emailAddresses, mobilePhone } = contact;
  return {
    sourceId: id,
    email: emailAddresses.find(({ address }) => address)?.address ?? null,
    phone: mobilePhone || contact.businessPhones[0] || contact.homePhones[0] || null,
    firstName: givenName || null,
    lastName: surname || null,
    company: companyName || null,
  };
}
