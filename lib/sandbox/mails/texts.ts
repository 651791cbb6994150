import 'server-only'
import { payerLanguage, type PayerLanguage } from '../../core/i18n/payer-languages'
import type { TransactionType } from '../transactions/duplicates'

/** E-mail texts in one language, with `{…}` placeholders. */
type Texts = {
  subject: Record<'successful' | 'failed', string>
  done: Record<TransactionType, string>
  failed: string
  /** Instead of `failed` after an error: the bank did not decline. */
  error: string
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
  error: 'Nothing was charged.',
  amount: 'Amount: {amount}',
  card: 'Card: {brand} •••• {last_4}',
  reference: 'Reference: {uid}',
}

const languages: Readonly<Record<PayerLanguage, Texts>> = {
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
    error: 'Es wurde nichts abgebucht.',
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
    error: 'Rien n’a été débité.',
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
    error: 'No se ha cobrado nada.',
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
    error: 'Nic nie pobrano.',
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
    error: 'Деньги не списаны.',
    amount: 'Сумма: {amount}',
    card: 'Карта: {brand} •••• {last_4}',
    reference: 'Номер: {uid}',
  },
  ar: {
    subject: { successful: 'إيصال: {description}', failed: 'لم تكتمل: {description}' },
    done: {
      payment: 'تمت عملية الدفع بنجاح.',
      charge: 'تمت عملية الدفع بنجاح.',
      authorization: 'تم حجز المبلغ على بطاقتك.',
      tokenization: 'تم حفظ بطاقتك. لم يُخصم أي مبلغ.',
    },
    failed: 'رُفضت بطاقتك. لم يُخصم أي مبلغ.',
    error: 'لم يُخصم أي مبلغ.',
    amount: 'المبلغ: {amount}',
    card: 'البطاقة: {brand} •••• {last_4}',
    reference: 'المرجع: {uid}',
  },
  it: {
    subject: { successful: 'Ricevuta: {description}', failed: 'Non completato: {description}' },
    done: {
      payment: 'Il pagamento è riuscito.',
      charge: 'Il pagamento è riuscito.',
      authorization: 'L’importo è stato bloccato sulla tua carta.',
      tokenization: 'La tua carta è stata salvata. Non è stato addebitato nulla.',
    },
    failed: 'La tua carta è stata rifiutata. Non è stato addebitato nulla.',
    error: 'Non è stato addebitato nulla.',
    amount: 'Importo: {amount}',
    card: 'Carta: {brand} •••• {last_4}',
    reference: 'Riferimento: {uid}',
  },
  ka: {
    subject: { successful: 'ქვითარი: {description}', failed: 'არ დასრულდა: {description}' },
    done: {
      payment: 'გადახდა წარმატებით შესრულდა.',
      charge: 'გადახდა წარმატებით შესრულდა.',
      authorization: 'თანხა დაიბლოკა თქვენს ბარათზე.',
      tokenization: 'ბარათი შენახულია. თანხა არ ჩამოჭრილა.',
    },
    failed: 'ბარათი უარყოფილია. თანხა არ ჩამოჭრილა.',
    error: 'თანხა არ ჩამოჭრილა.',
    amount: 'თანხა: {amount}',
    card: 'ბარათი: {brand} •••• {last_4}',
    reference: 'ნომერი: {uid}',
  },
  lt: {
    subject: { successful: 'Kvitas: {description}', failed: 'Neužbaigta: {description}' },
    done: {
      payment: 'Mokėjimas sėkmingas.',
      charge: 'Mokėjimas sėkmingas.',
      authorization: 'Suma rezervuota jūsų kortelėje.',
      tokenization: 'Kortelė išsaugota. Nieko nenuskaičiuota.',
    },
    failed: 'Kortelė atmesta. Nieko nenuskaičiuota.',
    error: 'Nieko nenuskaičiuota.',
    amount: 'Suma: {amount}',
    card: 'Kortelė: {brand} •••• {last_4}',
    reference: 'Numeris: {uid}',
  },
  lv: {
    subject: { successful: 'Kvīts: {description}', failed: 'Nav pabeigts: {description}' },
    done: {
      payment: 'Maksājums ir veiksmīgs.',
      charge: 'Maksājums ir veiksmīgs.',
      authorization: 'Summa ir rezervēta jūsu kartē.',
      tokenization: 'Karte ir saglabāta. Nekas nav norakstīts.',
    },
    failed: 'Karte ir noraidīta. Nekas nav norakstīts.',
    error: 'Nekas nav norakstīts.',
    amount: 'Summa: {amount}',
    card: 'Karte: {brand} •••• {last_4}',
    reference: 'Numurs: {uid}',
  },
  tr: {
    subject: { successful: 'Makbuz: {description}', failed: 'Tamamlanmadı: {description}' },
    done: {
      payment: 'Ödemeniz başarılı oldu.',
      charge: 'Ödemeniz başarılı oldu.',
      authorization: 'Tutar kartınızda bloke edildi.',
      tokenization: 'Kartınız kaydedildi. Hiçbir ücret alınmadı.',
    },
    failed: 'Kartınız reddedildi. Hiçbir ücret alınmadı.',
    error: 'Hiçbir ücret alınmadı.',
    amount: 'Tutar: {amount}',
    card: 'Kart: {brand} •••• {last_4}',
    reference: 'Referans: {uid}',
  },
  uk: {
    subject: { successful: 'Квитанція: {description}', failed: 'Не завершено: {description}' },
    done: {
      payment: 'Платіж пройшов успішно.',
      charge: 'Платіж пройшов успішно.',
      authorization: 'Суму зарезервовано на вашій картці.',
      tokenization: 'Картку збережено. Гроші не списано.',
    },
    failed: 'Картку відхилено. Гроші не списано.',
    error: 'Гроші не списано.',
    amount: 'Сума: {amount}',
    card: 'Картка: {brand} •••• {last_4}',
    reference: 'Номер: {uid}',
  },
  zh: {
    subject: { successful: '收据：{description}', failed: '未完成：{description}' },
    done: {
      payment: '付款成功。',
      charge: '付款成功。',
      authorization: '该金额已在您的卡上预授权。',
      tokenization: '您的卡已保存。未扣款。',
    },
    failed: '您的卡被拒绝。未扣款。',
    error: '未扣款。',
    amount: '金额：{amount}',
    card: '卡：{brand} •••• {last_4}',
    reference: '参考号：{uid}',
  },
}

/** Returns the texts, and the language they are in, which also formats amounts. Falls back to English. */
export function mailTexts(asked: string): { texts: Texts; language: PayerLanguage } {
  const language = payerLanguage(asked)
  return { texts: languages[language], language }
}

/** Fills `{…}` placeholders. Placeholders inside a value stay as they are. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
