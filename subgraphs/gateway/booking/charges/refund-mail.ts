import { composeLetter, type ComposedLetter, type LetterSender } from "../../base/letter.ts";

/** A refund as the mail to its payer shows it. */
export interface RefundToTell {
  /** Name of the service, or title of the event. */
  title: string;
  amount: number;
  currency: string;
  /** True where the money came when nothing was to be paid any more. */
  isLate: boolean;
  locale: string;
}

interface Texts {
  subject: string;
  late: string;
  refund: string;
  days: string;
}

const texts = new Map<string, Texts>([
  [
    "en",
    {
      subject: "Your money goes back: {title}",
      late: "Your payment of {amount} for “{title}” arrived when it could no longer be used: the reservation had ended, or was paid before. It is refunded in full. Nothing else is booked.",
      refund: "{amount} of your payment for “{title}” is refunded.",
      days: "The money goes back the way it was paid. Banks take up to ten days.",
    },
  ],
  [
    "fr",
    {
      subject: "Remboursement : {title}",
      late: "Votre paiement de {amount} pour « {title} » est arrivé trop tard : la réservation avait pris fin ou était déjà payée. Il est remboursé intégralement. Rien d’autre n’est réservé.",
      refund: "{amount} de votre paiement pour « {title} » sont remboursés.",
      days: "L’argent revient par le moyen de paiement utilisé. Les banques mettent jusqu’à dix jours.",
    },
  ],
  [
    "de",
    {
      subject: "Ihr Geld kommt zurück: {title}",
      late: "Ihre Zahlung von {amount} für „{title}“ kam an, als sie nicht mehr galt: Die Reservierung war abgelaufen oder schon bezahlt. Sie wird ganz erstattet. Sonst ist nichts gebucht.",
      refund: "{amount} Ihrer Zahlung für „{title}“ werden erstattet.",
      days: "Das Geld kommt auf dem Weg zurück, auf dem Sie bezahlt haben. Banken brauchen bis zu zehn Tage.",
    },
  ],
  [
    "es",
    {
      subject: "Su dinero se devuelve: {title}",
      late: "Su pago de {amount} por «{title}» llegó cuando ya no servía: la reserva había terminado o ya estaba pagada. Se devuelve por completo. No queda nada más reservado.",
      refund: "Se devuelven {amount} de su pago por «{title}».",
      days: "El dinero vuelve por el mismo medio de pago. Los bancos tardan hasta diez días.",
    },
  ],
  [
    "pt",
    {
      subject: "Reembolso: {title}",
      late: "O seu pagamento de {amount} por «{title}» chegou quando já não servia: a reserva tinha terminado ou já estava paga. É reembolsado na totalidade. Nada mais fica reservado.",
      refund: "São reembolsados {amount} do seu pagamento por «{title}».",
      days: "O dinheiro volta pelo mesmo meio de pagamento. Os bancos demoram até dez dias.",
    },
  ],
]);

/** The mail to a payer, in the payer's language, from the business. */
export function refundMail(
  { title, amount, currency, isLate, locale }: RefundToTell,
  seller: LetterSender,
): ComposedLetter & { subject: string } {
  const words = texts.get(locale.slice(0, 2)) ?? texts.get("en")!;
  const money = new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount);
  const fill = (text: string) => text.replaceAll("{amount}", () => money).replaceAll("{title}", () => title);
  const paragraphs = [fill(isLate ? words.late : words.refund), words.days];
  const letter = composeLetter({ locale, seller, paragraphs });
  return { ...letter, subject: fill(words.subject).slice(0, 200) };
}
