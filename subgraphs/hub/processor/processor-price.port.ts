/** A price to create, of a product of this name. */
export interface NewPrice {
  amount: number;
  currency: string;
  name: string;
  /** Omitted for a price that is paid once. */
  interval?: "month" | "year";
  metadata: Record<string, string>;
}

export interface ProcessorPrice {
  priceId: string;
  /** Null for a price whose amount depends on what is bought. */
  amount: number | null;
  currency: string;
  /** False: it is archived, and nothing new can be bought at it. */
  isActive: boolean;
  /** False for a price that is paid at an interval. */
  isOneTime: boolean;
  /** How often it is paid; null for a price that is paid once, or at another interval. */
  interval: "month" | "year" | null;
}
