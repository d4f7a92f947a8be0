import { createHash } from "node:crypto";

interface Texts {
  subject: string;
  code: string;
  ignore: string;
}

const texts = new Map<string, Texts>([
  [
    "en",
    {
      subject: "Your code",
      code: "Your code to confirm the booking is {code}. Enter it on the page within 15 minutes.",
      ignore: "If you did not book, ignore this message: nothing is booked without the code.",
    },
  ],
  [
    "fr",
    {
      subject: "Votre code",
      code: "Votre code pour confirmer la réservation est {code}. Saisissez-le sur la page dans les 15 minutes.",
      ignore: "Si vous n’avez rien réservé, ignorez ce message : rien n’est réservé sans le code.",
    },
  ],
  [
    "de",
    {
      subject: "Ihr Code",
      code: "Ihr Code für die Buchung ist {code}. Geben Sie ihn innerhalb von 15 Minuten auf der Seite ein.",
      ignore:
        "Wenn Sie nichts gebucht haben, beachten Sie diese Nachricht nicht: Ohne den Code wird nichts gebucht.",
    },
  ],
  [
    "es",
    {
      subject: "Su código",
      code: "Su código para confirmar la reserva es {code}. Introdúzcalo en la página en los próximos 15 minutos.",
      ignore: "Si no ha reservado nada, ignore este mensaje: sin el código no se reserva nada.",
    },
  ],
  [
    "pt",
    {
      subject: "O seu código",
      code: "O seu código para confirmar a reserva é {code}. Introduza-o na página nos próximos 15 minutos.",
      ignore: "Se não fez nenhuma reserva, ignore esta mensagem: sem o código nada é reservado.",
    },
  ],
]);

/**
 * The mail with a code, in the language of the page. It has no text of the visitor: nobody sends words of their own to others by a
 * booking page.
 */
export function codeMail(
  { title, locale }: { title: string; locale: string },
  code: string,
): { subject: string; text: string } {
  const { subject, code: sentence, ignore } = texts.get(locale.slice(0, 2)) ?? texts.get("en")!;
  return { subject: `${subject}: ${title}`, text: `${sentence.replace("{code}", code)}\n\n${ignore}\n` };
}

/** Stored instead of the code. The ID makes equal codes of two requests differ. */
export function hashCode(requestId: string, code: string): string {
  return createHash("sha256")
    .update(`${requestId} ${code.replaceAll(/\s/g, "")}`)
    .digest("hex");
}
