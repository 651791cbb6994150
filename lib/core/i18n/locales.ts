import type { en } from './en'

/**
 * The languages on offer (CONTRIBUTING.md, “A language”). English is the reference whose keys all others must have.
 */
export const locales = ['en'] as const
export type AppLocale = (typeof locales)[number]
export const defaultLocale: AppLocale = 'en'
export type Messages = typeof en
/** The messages that a document carries, by namespace. `page-words.test.ts` checks that none is missing. */
export type SomeMessages = Record<string, object>

/** Locales for dates and numbers. English uses day before month and 24 hours. */
export const formatLocales: Record<AppLocale, string> = { en: 'en-GB' }

declare module 'use-intl' {
  interface AppConfig {
    Locale: AppLocale
    Messages: Messages
  }
}
