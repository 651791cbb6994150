/** Languages of the sandbox's payer pages (docs/gateway.md#product-request). All others fall back to English. */
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

/** Returns the page's language for a code such as “de” or “de-AT”; English when it is not supported. */
export function payerLanguage(asked: string): PayerLanguage {
  const code = asked.toLowerCase().split(/[-_]/)[0]
  return payerLanguages.find((language) => language === code) ?? 'en'
}

export const textDirection = (language: PayerLanguage) => (language === 'ar' ? 'rtl' : 'ltr')
