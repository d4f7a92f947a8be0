import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { googleError, googleReason, graphCode, graphError, type ConnectedApi } from "./connected-api.ts";
import { read } from "./switches.ts";

const text = z.string().max(500).nullable().default(null);
const bookSchema = z.strictObject({
  account: z.string().min(1).max(200),
  people: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(100),
        email: text,
        phone: text,
        firstName: text,
        lastName: text,
        company: text,
      }),
    )
    .max(10_000),
});
type Person = z.output<typeof bookSchema>["people"][number];

const googleScopes = [
  "https://www.googleapis.com/auth/contacts.readonly",
  "https://www.googleapis.com/auth/contacts",
];
const graphScopes = ["Contacts.Read", "Contacts.ReadWrite"];
/** Pages are small, so that a short address book has several. */
const pageSize = 3;

/**
 * Address books of connected accounts in the protocols of the Google People API (`people.connections.list`) and Microsoft Graph
 * (`me/contacts`). `PUT /switches/contacts/{name}` sets the people of an account; without it there are two invented ones.
 */
export function addContactApis(app: FastifyInstance, api: ConnectedApi, url: () => string): void {
  const books = new Map<string, readonly Person[]>();
  app.put<{ Params: { name: string } }>(
    "/switches/contacts/:name",
    { config: { isControl: true } },
    async (request) => {
      const { account, people } = read(bookSchema, request.body);
      books.set(`${request.params.name} ${account}`, people);
      return { total: people.length };
    },
  );
  const bookOf = (name: string, account: string) => books.get(`${name} ${account}`) ?? invented;
  const from = (given: unknown) => (typeof given === "string" && /^\d{1,5}$/.test(given) ? Number(given) : 0);

  app.get("/apis/google/v1/people/me/connections", async (request, reply) => {
    const holder = await api.holderOf("google", request);
    if (!holder) return googleError(reply, 401, "authError");
    if (!googleScopes.some((scope) => holder.scopes.includes(scope)))
      return googleError(reply, 403, "insufficientPermissions");
    const { personFields, pageToken } = request.query as Record<string, unknown>;
    if (typeof personFields !== "string") return googleError(reply, 400, "badRequest");
    const people = bookOf("google", holder.account);
    const first = from(pageToken);
    const last = first + pageSize;
    const work = () => ({
      status: 200,
      body: {
        connections: people.slice(first, last).map(toGoogle),
        totalItems: people.length,
        ...(last < people.length ? { nextPageToken: String(last) } : {}),
      },
    });
    return api.finish(reply, work, (status) => googleError(reply, status, googleReason(status)));
  });

  app.get("/apis/microsoft/v1.0/me/contacts", async (request, reply) => {
    const holder = await api.holderOf("microsoft", request);
    if (!holder) return graphError(reply, 401, "InvalidAuthenticationToken");
    if (!graphScopes.some((scope) => holder.scopes.includes(scope)))
      return graphError(reply, 403, "ErrorAccessDenied");
    const people = bookOf("microsoft", holder.account);
    const first = from((request.query as Record<string, unknown>)["$skip"]);
    const last = first + pageSize;
    const next = `${url()}/apis/microsoft/v1.0/me/contacts?$skip=${last}`;
    const work = () => ({
      status: 200,
      body: {
        value: people.slice(first, last).map(toGraph),
        ...(last < people.length ? { "@odata.nextLink": next } : {}),
      },
    });
    return api.finish(reply, work, (status) => graphError(reply, status, graphCode(status)));
  });
}

const invented: readonly Person[] = ["Ada", "Ben"].map((firstName) => ({
  id: `sandbox-${firstName.toLowerCase()}`,
  email: `${firstName.toLowerCase()}@sandbox.example`,
  phone: null,
  firstName,
  lastName: "Sandbox",
  company: null,
}));

function toGoogle({ id, email, phone, firstName, lastName, company }: Person): object {
  return {
    resourceName: `people/${id}`,
    ...(firstName || lastName ? { names: [{ givenName: firstName ?? "", familyName: lastName ?? "" }] } : {}),
    // The primary address is not always the first one.
    ...(email === null
      ? {}
      : { emailAddresses: [{ value: `old-${email}` }, { value: email, metadata: { primary: true } }] }),
    ...(phone === null ? {} : { phoneNumbers: [{ value: phone }] }),
    ...(company === null ? {} : { organizations: [{ name: company }] }),
  };
}

function toGraph({ id, email, phone, firstName, lastName, company }: Person): object {
  return {
    id,
    givenName: firstName,
    surname: lastName,
    companyName: company,
    emailAddresses: email === null ? [] : [{ name: email, address: email }],
    mobilePhone: phone,
    businessPhones: [],
    homePhones: [],
  };
}
