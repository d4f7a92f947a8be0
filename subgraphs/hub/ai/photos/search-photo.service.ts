import type { HubContext } from "../../hub.context.ts";
import { noPhotoFound, photosUnavailable } from "../images/image.errors.ts";
import type { LibraryPhoto, PhotoLibrary } from "./photo-library.port.ts";
import { photoSearchText, withAttribution } from "./photo-query.ts";
import type { SearchPhotoInput, StockPhoto } from "./photo.types.ts";

/**
 * Finds the best stock photo, served from the library's own URL. Its use is reported to the library in the background;
 * a failed report delays nothing. Throws NOT_FOUND, and PROVIDERS_UNAVAILABLE when the library does not respond.
 */
export async function searchPhoto(ctx: HubContext, input: SearchPhotoInput): Promise<StockPhoto> {
  const { photos } = ctx.ports;
  if (!photos) throw photosUnavailable(false);
  const { query, industry, orientation, color } = input;
  const text = photoSearchText(query, industry ?? null);
  const photo = await photos
    .findPhoto({ text, orientation, color: color ?? null })
    .catch((error: unknown) => {
      ctx.log.error({ err: error, party: "photos" }, "the photo library does not answer");
      throw photosUnavailable(true, error);
    });
  if (!photo) throw noPhotoFound();
  void photos
    .reportUse(photo)
    .catch((err: unknown) => ctx.log.warn({ err, party: "photos" }, "the use of a photo was not reported"));
  return toStockPhoto(photo, photos, ctx.appId ?? "central");
}

function toStockPhoto(photo: LibraryPhoto, { name, isSandbox }: PhotoLibrary, appId: string): StockPhoto {
  const { imageUrl, photographer, altText, width, height } = photo;
  return {
    imageUrl,
    photographer,
    photographerUrl: withAttribution(photo.photographerUrl, appId),
    photoId: photo.id,
    photoUrl: withAttribution(photo.pageUrl, appId),
    downloadLocation: photo.downloadUrl,
    altText,
    width,
    height,
    provider: isSandbox ? `${name}-sandbox` : name,
  };
}
