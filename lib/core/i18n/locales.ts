import type en from './en.json'

/**
 * The languages on offer. A further one is a message file, one entry here and one in `server.ts`; English is the
 * reference whose keys all others must have.
 */
export const locales = ['en'] as const
export type AppLocale = (typeof locales)[number]
export const defaultLocale: AppLocale = 'en'
export type Messages = typeof en

/** How dates and numbers are written in a language: English here means day before month and 24 hours. */
export const formatLocales: Record<AppLocale, string> = { en: 'en-GB' }

declare module 'use-intl' {
  interface AppConfig {
    Locale: AppLocale
    Messages: Messages
  }
}
