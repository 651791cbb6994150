'use client'
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { IntlProvider } from 'use-intl'
import { type AppLocale, formatLocales, type Messages } from './locales'
import { onIntlError } from './on-error'

export interface AppIntlProviderProps {
  locale: AppLocale
  messages: Messages
  /** The viewer's zone, as far as it is known: until the browser has said, the server's guess, so that both agree. */
  timeZone: string
  /** The moment the page was rendered, so that relative times come out the same on both sides. */
  now: Date
  children: ReactNode
}

/** Words, zone and clock for client components; React Aria's own words follow the same language. */
export function AppIntlProvider({ locale, messages, timeZone, now, children }: AppIntlProviderProps) {
  return (
    <IntlProvider locale={locale} messages={messages} timeZone={timeZone} now={now} onError={onIntlError}>
      <I18nProvider locale={formatLocales[locale]}>{children}</I18nProvider>
    </IntlProvider>
  )
}
