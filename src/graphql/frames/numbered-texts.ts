/** A text's number, and whether the other side has to be sent the text under it. */
export interface Numbered {
  number: number;
  isNew: boolean;
}

interface Place {
  text: string;
  number: number;
  wasUsed: boolean;
}

/**
 * Numbers for texts that are sent repeatedly. When all numbers are taken, the next one without use since the last round
 * gets the new text (second chance).
 */
export class NumberedTexts {
  readonly #places = new Map<string, Place>();
  readonly #byNumber: Place[] = [];
  readonly #max: number;
  #hand = 0;

  constructor(max: number) {
    this.#max = max;
  }

  find(text: string): Numbered {
    const known = this.#places.get(text);
    if (known) {
      known.wasUsed = true;
      return { number: known.number, isNew: false };
    }
    const number = this.#byNumber.length < this.#max ? this.#byNumber.length : this.#free();
    const place = { text, number, wasUsed: false };
    this.#byNumber[number] = place;
    this.#places.set(text, place);
    return { number, isNew: true };
  }

  #free(): number {
    for (;;) {
      const number = this.#hand;
      this.#hand = (number + 1) % this.#max;
      const place = this.#byNumber[number]!;
      if (!place.wasUsed) {
        this.#places.delete(place.text);
        return number;
      }
      place.wasUsed = false;
    }
  }
}
