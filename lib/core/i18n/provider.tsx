'use client'
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { IntlProvider } from 'use-intl'
import { type AppLocale, languages, type SomeMessages } from './locales'
import { onIntlError } from './on-error'

interface AppIntlProviderProps {
  locale: AppLocale
  messages: SomeMessages
  /** The viewer's zone. Until the browser reports it, the server's guess, so that both renders agree. */
  timeZone: string
  /** Render time, so that server and browser show the same relative times. */
  now: Date
  children: ReactNode
}

/** Provides messages, zone and clock to client components, and the language to React Aria. */
export function AppIntlProvider({ locale, messages, timeZone, now, children }: AppIntlProviderProps) {
  return (
    <IntlProvider locale={locale} messages={messages} timeZone={timeZone} now={now} onError={onIntlError}>
      <I18nProvider locale={languages[locale].format}>{children}</I18nProvider>
    </IntlProvider>
  )
}
