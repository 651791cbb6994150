import type { en } from './en'

interface Language {
  /** The language's own name. */
  name: string
  /** The locale for React Aria, and for days and numbers. English uses day before month and 24 hours. */
  format: string
  dir: 'ltr' | 'rtl'
}

/** The languages on offer (CONTRIBUTING.md, “A language”). English is the reference whose keys all others must have. */
const offered = {
  en: { name: 'English', format: 'en-GB', dir: 'ltr' },
} as const satisfies Record<string, Language>
export type OfferedLocale = keyof typeof offered
export const locales = Object.keys(offered) as OfferedLocale[]
export const defaultLocale: OfferedLocale = 'en'
/**
 * English with accents, longer, and from right to left, for tests and development (pseudo.ts). It shows which text or
 * direction is hard-coded. It cannot be chosen in an account.
 */
export const pseudoLocale = 'ar-XB'
export type AppLocale = OfferedLocale | typeof pseudoLocale
export const languages: Record<AppLocale, Language> = {
  ...offered,
  // A right-to-left language without texts in React Aria, which falls back to English.
  [pseudoLocale]: { name: '', format: 'ur-u-nu-latn', dir: 'rtl' },
}
/** The attributes of a document in this language. */
export const languageAttributes = (locale: AppLocale) => ({ lang: locale, dir: languages[locale].dir })

export type Messages = typeof en
/** The messages that a document carries, by namespace. `page-words.test.ts` checks that none is missing. */
export type SomeMessages = Record<string, object>

declare module 'use-intl' {
  interface AppConfig {
    Locale: AppLocale
    Messages: Messages
  }
}
