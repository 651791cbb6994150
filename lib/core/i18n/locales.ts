import type { en } from './en'

/**
 * The languages on offer (CONTRIBUTING.md, “A language”). English is the reference whose keys all others must have.
 */
export const locales = ['en'] as const
export type OfferedLocale = (typeof locales)[number]
export const defaultLocale: OfferedLocale = 'en'
/**
 * English with accents, longer, and from right to left, for tests and development (pseudo.ts). It shows which text or
 * direction is hard-coded. Offered to nobody.
 */
export const pseudoLocale = 'ar-XB'
export type AppLocale = OfferedLocale | typeof pseudoLocale
export type Messages = typeof en
/** The messages that a document carries, by namespace. `page-words.test.ts` checks that none is missing. */
export type SomeMessages = Record<string, object>

/**
 * Locales for React Aria, and for dates and numbers. English uses day before month and 24 hours. The pseudo-locale takes a
 * language from right to left that React Aria has no words in, for which it falls back to English.
 */
export const formatLocales: Record<AppLocale, string> = { en: 'en-GB', [pseudoLocale]: 'ur-u-nu-latn' }

const rightToLeft: ReadonlySet<AppLocale> = new Set([pseudoLocale])
/** The document's attributes for a language. */
export const languageAttributes = (locale: AppLocale) =>
  ({ lang: locale, dir: rightToLeft.has(locale) ? 'rtl' : 'ltr' }) as const

declare module 'use-intl' {
  interface AppConfig {
    Locale: AppLocale
    Messages: Messages
  }
}
