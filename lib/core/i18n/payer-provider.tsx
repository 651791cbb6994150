'use client'
import { useEffect, type ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import type { AppLocale } from './locales'
import { onIntlError } from './on-error'
import { textDirection, type PayerLanguage } from './payer-languages'
import type { PayerFormMessages } from './payer-messages'

interface PayerIntlProviderProps {
  language: PayerLanguage
  messages: PayerFormMessages
  children: ReactNode
}

/** Words of client components on a payer page. React Aria's own (none are heard there) stay English. */
export function PayerIntlProvider({ language, messages, children }: PayerIntlProviderProps) {
  return (
    <IntlProvider locale={language as AppLocale} messages={messages} onError={onIntlError}>
      {children}
    </IntlProvider>
  )
}

/**
 * The root layout does not know the page's language and says English; the page's own element says the right one from
 * the first paint on, and this makes it the document's.
 */
export function DocumentLanguage({ language }: { language: PayerLanguage }) {
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = textDirection(language)
  }, [language])
  return null
}
