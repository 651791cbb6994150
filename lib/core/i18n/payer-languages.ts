/** Languages of the sandbox's payer pages (docs/gateway.md#product-request). English stands for all others. */
export const payerLanguages = [
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'it',
  'ka',
  'lt',
  'lv',
  'pl',
  'ru',
  'tr',
  'uk',
  'zh',
] as const
export type PayerLanguage = (typeof payerLanguages)[number]

/** The language a page is shown in: what was asked for (“de”, also “de-AT”), or English. */
export function payerLanguage(asked: string): PayerLanguage {
  const code = asked.toLowerCase().split(/[-_]/)[0]
  return payerLanguages.find((language) => language === code) ?? 'en'
}

export const textDirection = (language: PayerLanguage) => (language === 'ar' ? 'rtl' : 'ltr')
