import type { Rgb } from "./picture.ts";

/** Colours by the names that searches use; a photo of such a colour is drawn in it. */
export const photoColours: Readonly<Record<string, Rgb>> = {
  black: [25, 25, 30],
  white: [240, 240, 238],
  yellow: [240, 205, 60],
  orange: [235, 140, 45],
  red: [200, 50, 45],
  purple: [120, 70, 160],
  magenta: [200, 60, 150],
  green: [70, 140, 80],
  teal: [40, 140, 140],
  blue: [50, 95, 180],
};

/** A photo of the sandbox's library: invented, like its photographer. */
export interface CataloguePhoto {
  id: string;
  words: readonly string[];
  colour: keyof typeof photoColours;
  /** The name of the photographer. */
  photographer: string;
}

const rows: readonly [words: string, colour: string, photographer: string][] = [
  ["office desk business computer accounting finance", "white", "Sandbox Photographer One"],
  ["office meeting business people consulting insurance", "blue", "Sandbox Photographer Two"],
  ["technology computer software code screen", "black", "Sandbox Photographer Three"],
  ["restaurant dining food table kitchen", "orange", "Sandbox Photographer One"],
  ["food kitchen fresh vegetables cooking", "green", "Sandbox Photographer Two"],
  ["construction site building worker crane", "yellow", "Sandbox Photographer Three"],
  ["house building home city architecture real estate", "red", "Sandbox Photographer One"],
  ["city skyline building night street", "blue", "Sandbox Photographer Two"],
  ["truck highway transport road logistics warehouse", "orange", "Sandbox Photographer Three"],
  ["farm agriculture field nature landscape green", "green", "Sandbox Photographer One"],
  ["nature mountain landscape lake travel destination", "teal", "Sandbox Photographer Two"],
  ["beach sea travel sun hotel hospitality", "teal", "Sandbox Photographer Three"],
  ["medical healthcare hospital doctor", "white", "Sandbox Photographer One"],
  ["classroom education school students books", "yellow", "Sandbox Photographer Two"],
  ["event venue stage entertainment concert lights", "purple", "Sandbox Photographer Three"],
  ["fashion clothing retail shop store", "magenta", "Sandbox Photographer One"],
  ["beauty salon spa flowers", "magenta", "Sandbox Photographer Two"],
  ["gym fitness sport training", "black", "Sandbox Photographer Three"],
  ["factory manufacturing machine industry energy power", "black", "Sandbox Photographer One"],
  ["car automotive garage road", "red", "Sandbox Photographer Two"],
];

/** All photos, each with an id of its own. */
export const photoCatalogue: readonly CataloguePhoto[] = rows.map(([words, colour, photographer], index) => ({
  id: `sandbox-photo-${index + 1}`,
  words: words.split(" "),
  colour,
  photographer,
}));

/** Photos that have at least one of the words, those with most of them first. */
export function searchCatalogue(query: string, colour: string | null): CataloguePhoto[] {
  const wanted = query
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
  const hits = ({ words }: CataloguePhoto) => wanted.filter((word) => words.includes(word)).length;
  return photoCatalogue
    .filter(
      (photo) =>
        hits(photo) > 0 && (colour === null || colour === "black_and_white" || photo.colour === colour),
    )
    .toSorted((a, b) => hits(b) - hits(a));
}
