import { z } from "zod";
import { callVendor } from "../../../../src/http/vendor-api.ts";
import { googleReasons, isGoogleLimit, isGoogleScope } from "../../oauth/google-errors.ts";
import type { ConnectedContacts, SourceContact } from "./connected-contacts.port.ts";

const value = z.object({
  value: z.string().optional(),
  canonicalForm: z.string().optional(),
  metadata: z.object({ primary: z.boolean().optional() }).optional(),
});
const personSchema = z.object({
  resourceName: z.string().min(1).max(200),
  names: z
    .array(z.object({ givenName: z.string().optional(), familyName: z.string().optional() }))
    .default([]),
  emailAddresses: z.array(value).default([]),
  phoneNumbers: z.array(value).default([]),
  organizations: z.array(z.object({ name: z.string().optional() })).default([]),
});
const pageSchema = z.object({
  connections: z.array(personSchema).default([]),
  nextPageToken: z.string().optional(),
});
type Value = z.output<typeof value>;

/** Google People API v1, `people.connections.list`: 1,000 people per page. */
export function createGoogleContacts({ baseUrl }: { baseUrl: string }): ConnectedContacts {
  return {
    scopes: ["https://www.googleapis.com/auth/contacts.readonly", "https://www.googleapis.com/auth/contacts"],
    async fetchPage({ accessToken, next }) {
      const query = new URLSearchParams({
        personFields: "names,emailAddresses,phoneNumbers,organizations",
        pageSize: "1000",
        ...(next === null ? {} : { pageToken: next }),
      });
      const path = `/v1/people/me/connections?${query.toString()}`;
      const answer = await callVendor({
        baseUrl,
        accessToken,
        method: "GET",
        path,
        maxBytes: 16 * 1_048_576,
      });
      if (answer.kind !== "reply") return { kind: "later", retryAfterMs: null };
      const { status, text, retryAfterMs } = answer;
      if (status === 401) return { kind: "unauthorized" };
      const reasons = googleReasons(text);
      if (status === 403 && isGoogleScope(reasons)) return { kind: "missing_scope" };
      if (status === 429 || status >= 500 || (status === 403 && isGoogleLimit(reasons)))
        return { kind: "later", retryAfterMs };
      const page = status === 200 ? parsePage(text) : null;
      if (page === null) return { kind: "refused" };
      const { connections, nextPageToken } = page;
      return { kind: "page", contacts: connections.map(contactOf), next: nextPageToken ?? null };
    },
  };
}

function parsePage(text: string): z.output<typeof pageSchema> | null {
  try {
    return pageSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function contactOf(person: z.output<typeof personSchema>): SourceContact {
  const { resourceName, names, emailAddresses, phoneNumbers, organizations } = person;
  const phone = firstOf(phoneNumbers);
  return {
    sourceId: resourceName,
    email: firstOf(emailAddresses)?.value ?? null,
    phone: phone?.canonicalForm ?? phone?.value ?? null,
    firstName: names[0]?.givenName ?? null,
    lastName: names[0]?.familyName ?? null,
    company: organizations.find(({ name }) => name)?.name ?? null,
  };
}

/** The one that the person has marked, else the first. */
function firstOf(values: readonly Value[]): Value | undefined {
  return values.find(({ metadata }) => metadata?.primary === true) ?? values[0];
}
