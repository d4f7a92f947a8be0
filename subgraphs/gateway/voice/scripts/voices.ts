/** A voice of the carrier, by the name that its `Say` takes. */
export interface CatalogueVoice {
  id: string;
  name: string;
  language: string;
}

/** Voices on offer (Twilio, "Text-to-Speech: available voices and languages"). */
export const voices: readonly CatalogueVoice[] = [
  { id: "Polly.Joanna", name: "Joanna", language: "en-US" },
  { id: "Polly.Matthew", name: "Matthew", language: "en-US" },
  { id: "Polly.Amy", name: "Amy", language: "en-GB" },
  { id: "Polly.Brian", name: "Brian", language: "en-GB" },
  { id: "Polly.Nicole", name: "Nicole", language: "en-AU" },
  { id: "Polly.Lupe", name: "Lupe", language: "es-US" },
  { id: "Polly.Mia", name: "Mia", language: "es-MX" },
  { id: "Polly.Conchita", name: "Conchita", language: "es-ES" },
  { id: "Polly.Chantal", name: "Chantal", language: "fr-CA" },
  { id: "Polly.Celine", name: "Celine", language: "fr-FR" },
  { id: "Polly.Marlene", name: "Marlene", language: "de-DE" },
  { id: "Polly.Camila", name: "Camila", language: "pt-BR" },
];

/** Of a call that is led by a script alone. */
export const defaultVoice = voices[0]!;

export function findVoice(id: string): CatalogueVoice | null {
  return voices.find((voice) => voice.id === id) ?? null;
}
