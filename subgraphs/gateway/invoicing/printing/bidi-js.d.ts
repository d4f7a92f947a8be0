// The package has no types.
declare module "bidi-js" {
  export interface EmbeddingLevels {
    levels: Uint8Array;
    paragraphs: { start: number; end: number; level: number }[];
  }

  export default function createBidi(): {
    getEmbeddingLevels(text: string, direction?: "ltr" | "rtl" | "auto"): EmbeddingLevels;
    getReorderSegments(text: string, levels: EmbeddingLevels): [start: number, end: number][];
    getMirroredCharactersMap(text: string, levels: Uint8Array): Map<number, string>;
  };
}
