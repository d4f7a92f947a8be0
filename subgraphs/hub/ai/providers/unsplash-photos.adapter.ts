import { z } from "zod";
import type { LibraryPhoto, PhotoLibrary, PhotoQuery } from "../photos/photo-library.port.ts";

export interface UnsplashAccess {
  /** Null: the official address. */
  baseUrl: string | null;
  accessKey: string;
  isSandbox: boolean;
}

const officialUrl = "https://api.unsplash.com";
const timeoutMs = 10_000;

/** Unsplash's photos, by its HTTP interface: unsplash.com/documentation, version 1. */
export function createUnsplashPhotos({ baseUrl, accessKey, isSandbox }: UnsplashAccess): PhotoLibrary {
  const root = baseUrl ?? officialUrl;
  const ask = async (url: URL): Promise<unknown> => {
    const response = await fetch(url, {
      headers: { authorization: `Client-ID ${accessKey}`, "accept-version": "v1" },
      signal: AbortSignal.timeout(timeoutMs),
      // The key is for this address alone.
      redirect: "error",
    });
    if (!response.ok) throw new Error(`The photo library answered ${response.status}.`);
    return response.json();
  };
  return {
    name: "unsplash",
    isSandbox,
    async findPhoto(query) {
      const { results } = searchReply.parse(await ask(searchUrl(root, query)));
      return results[0] ? toPhoto(results[0]) : null;
    },
    async reportUse({ downloadUrl }) {
      const url = new URL(downloadUrl);
      if (url.origin !== new URL(root).origin)
        throw new Error("The download is not at the library's address.");
      await ask(url);
    },
  };
}

function searchUrl(root: string, { text, orientation, color }: PhotoQuery): URL {
  const url = new URL(`${root}/search/photos`);
  const parameters = { query: text, page: "1", per_page: "1", content_filter: "high", orientation };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  if (color !== null) url.searchParams.set("color", color);
  return url;
}

const link = z.url({ protocol: /^https?$/ });
const photoReply = z.object({
  id: z.string().min(1),
  width: z.int().positive(),
  height: z.int().positive(),
  alt_description: z.string().nullish(),
  description: z.string().nullish(),
  urls: z.object({ regular: link }),
  links: z.object({ html: link, download_location: link }),
  user: z.object({ name: z.string().min(1), links: z.object({ html: link }) }),
});
const searchReply = z.object({ results: z.array(photoReply) });

function toPhoto({
  id,
  width,
  height,
  urls,
  links,
  user,
  ...texts
}: z.output<typeof photoReply>): LibraryPhoto {
  return {
    id,
    imageUrl: urls.regular,
    pageUrl: links.html,
    downloadUrl: links.download_location,
    altText: texts.alt_description ?? texts.description ?? null,
    width,
    height,
    photographer: user.name,
    photographerUrl: user.links.html,
  };
}
