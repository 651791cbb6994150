import 'server-only'
import type { TransactionType } from '../transactions/order'

/** What an e-mail says, in one language. `{…}` are filled in. */
type Texts = {
  subject: Record<'successful' | 'failed', string>
  done: Record<TransactionType, string>
  failed: string
  amount: string
  card: string
  reference: string
}

const en: Texts = {
  subject: { successful: 'Receipt: {description}', failed: 'Not completed: {description}' },
  done: {
    payment: 'Your payment was successful.',
    charge: 'Your payment was successful.',
    authorization: 'The amount was reserved on your card.',
    tokenization: 'Your card was saved. Nothing was charged.',
  },
  failed: 'Your card was declined. Nothing was charged.',
  amount: 'Amount: {amount}',
  card: 'Card: {brand} •••• {last_4}',
  reference: 'Reference: {uid}',
}

/** Languages of e-mails to payers; any other reads English. */
const languages: Readonly<Record<string, Texts>> = {
  en,
  de: {
    subject: { successful: 'Beleg: {description}', failed: 'Nicht abgeschlossen: {description}' },
    done: {
      payment: 'Ihre Zahlung war erfolgreich.',
      charge: 'Ihre Zahlung war erfolgreich.',
      authorization: 'Der Betrag wurde auf Ihrer Karte reserviert.',
      tokenization: 'Ihre Karte wurde gespeichert. Es wurde nichts abgebucht.',
    },
    failed: 'Ihre Karte wurde abgelehnt. Es wurde nichts abgebucht.',
    amount: 'Betrag: {amount}',
    card: 'Karte: {brand} •••• {last_4}',
    reference: 'Vorgang: {uid}',
  },
  fr: {
    subject: { successful: 'Reçu : {description}', failed: 'Non abouti : {description}' },
    done: {
      payment: 'Votre paiement a été effectué.',
      charge: 'Votre paiement a été effectué.',
      authorization: 'Le montant a été réservé sur votre carte.',
      tokenization: 'Votre carte a été enregistrée. Rien n’a été débité.',
    },
    failed: 'Votre carte a été refusée. Rien n’a été débité.',
    amount: 'Montant : {amount}',
    card: 'Carte : {brand} •••• {last_4}',
    reference: 'Référence : {uid}',
  },
  es: {
    subject: { successful: 'Recibo: {description}', failed: 'No completado: {description}' },
    done: {
      payment: 'Su pago se ha realizado.',
      charge: 'Su pago se ha realizado.',
      authorization: 'El importe se ha reservado en su tarjeta.',
      tokenization: 'Su tarjeta se ha guardado. No se ha cobrado nada.',
    },
    failed: 'Su tarjeta ha sido rechazada. No se ha cobrado nada.',
    amount: 'Importe: {amount}',
    card: 'Tarjeta: {brand} •••• {last_4}',
    reference: 'Referencia: {uid}',
  },
  pl: {
    subject: { successful: 'Potwierdzenie: {description}', failed: 'Niezakończone: {description}' },
    done: {
      payment: 'Płatność została przyjęta.',
      charge: 'Płatność została przyjęta.',
      authorization: 'Kwota została zablokowana na karcie.',
      tokenization: 'Karta została zapisana. Nic nie pobrano.',
    },
    failed: 'Karta została odrzucona. Nic nie pobrano.',
    amount: 'Kwota: {amount}',
    card: 'Karta: {brand} •••• {last_4}',
    reference: 'Numer: {uid}',
  },
  ru: {
    subject: { successful: 'Квитанция: {description}', failed: 'Не завершено: {description}' },
    done: {
      payment: 'Платёж прошёл успешно.',
      charge: 'Платёж прошёл успешно.',
      authorization: 'Сумма зарезервирована на вашей карте.',
      tokenization: 'Карта сохранена. Деньги не списаны.',
    },
    failed: 'Карта отклонена. Деньги не списаны.',
    amount: 'Сумма: {amount}',
    card: 'Карта: {brand} •••• {last_4}',
    reference: 'Номер: {uid}',
  },
}

/** The texts, and the language that they are in, which amounts are written in too. */
export function mailTexts(asked: string): { texts: Texts; language: string } {
  const texts = Object.hasOwn(languages, asked) ? languages[asked] : undefined
  return texts ? { texts, language: asked } : { texts: en, language: 'en' }
}

/** Puts values into `{…}`; what stands in a value is left as it is. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
