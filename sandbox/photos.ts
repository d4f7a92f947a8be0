import type { FastifyReply, FastifyRequest } from "fastify";
import type { StandIn } from "./stand-in.ts";
import { photoCatalogue, photoColours, searchCatalogue, type CataloguePhoto } from "./photo-catalogue.ts";
import { drawPicture } from "./picture.ts";

/** Pixels of the originals, by orientation. */
const sizes: Readonly<Record<string, { width: number; height: number }>> = {
  landscape: { width: 2400, height: 1600 },
  portrait: { width: 1600, height: 2400 },
  squarish: { width: 2000, height: 2000 },
};
const widthOfRegular = 1080;

/**
 * The stock photos' stand-in: searches in the protocol of Unsplash over a small catalogue of invented photos,
 * whose images are drawn and say SANDBOX. Any non-empty access key is accepted.
 */
export function createPhotosStandIn(): StandIn {
  return {
    name: "photos",
    register(app, { url }) {
      app.get("/search/photos", async (request, reply) => {
        if (!isKnown(request)) return refuse(reply, 401, "OAuth error: The access token is invalid");
        const query = request.query as Record<string, string | undefined>;
        if (!query["query"]) return refuse(reply, 400, "query is missing");
        const orientation = query["orientation"] ?? "landscape";
        if (!sizes[orientation]) return refuse(reply, 400, "orientation does not have a valid value");
        const found = searchCatalogue(query["query"], query["color"] ?? null);
        const perPage = Number(query["per_page"] ?? 10);
        const first = (Number(query["page"] ?? 1) - 1) * perPage;
        const results = found
          .slice(first, first + perPage)
          .map((photo) => toReply(photo, orientation, url()));
        return { total: found.length, total_pages: Math.ceil(found.length / perPage), results };
      });
      app.get<{ Params: { id: string } }>("/photos/:id/download", async (request, reply) => {
        if (!isKnown(request)) return refuse(reply, 401, "OAuth error: The access token is invalid");
        const photo = photoCatalogue.find(({ id }) => id === request.params.id);
        if (!photo) return refuse(reply, 404, "Couldn't find Photo");
        return { url: imageUrl(photo, "landscape", url()) };
      });
      app.get<{ Params: { id: string; orientation: string } }>(
        "/images/:id/:orientation.png",
        (request, reply) => sendImage(request.params, reply),
      );
    },
  };
}

function isKnown({ headers }: FastifyRequest): boolean {
  return /^Client-ID \S+$/.test(headers.authorization ?? "");
}

function refuse(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.code(status).send({ errors: [error] });
}

function imageUrl({ id }: CataloguePhoto, orientation: string, partyUrl: string): string {
  return `${partyUrl}/images/${id}/${orientation}.png`;
}

function toReply(photo: CataloguePhoto, orientation: string, partyUrl: string) {
  const { id, words, colour, photographer } = photo;
  const image = imageUrl(photo, orientation, partyUrl);
  const username = photographer.toLowerCase().replaceAll(" ", "-");
  return {
    id,
    slug: id,
    ...sizes[orientation],
    color: `#${photoColours[colour]!.map((part) => part.toString(16).padStart(2, "0")).join("")}`,
    description: null,
    alt_description: `A drawing of the sandbox in place of a photo: ${words.join(", ")}`,
    urls: { raw: image, full: image, regular: image, small: image, thumb: image },
    links: {
      self: `${partyUrl}/photos/${id}`,
      html: `${partyUrl}/pages/${id}`,
      download: image,
      download_location: `${partyUrl}/photos/${id}/download?ixid=${id}`,
    },
    user: { id: username, username, name: photographer, links: { html: `${partyUrl}/people/${username}` } },
  };
}

async function sendImage(
  { id, orientation }: { id: string; orientation: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const photo = photoCatalogue.find((one) => one.id === id);
  const size = sizes[orientation];
  if (!photo || !size) return refuse(reply, 404, "Couldn't find Photo");
  const height = Math.round((size.height / size.width) * widthOfRegular);
  const picture = await drawPicture(id, { width: widthOfRegular, height, base: photoColours[photo.colour]! });
  return reply.type("image/png").header("x-sandbox", "true").send(picture);
}
