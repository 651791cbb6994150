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

/** Provides messages to client components of a payer page. React Aria's own texts stay English; none are announced. */
export function PayerIntlProvider({ language, messages, children }: PayerIntlProviderProps) {
  return (
    <IntlProvider locale={language as AppLocale} messages={messages} onError={onIntlError}>
      {children}
    </IntlProvider>
  )
}

/**
 * Sets the document's language and direction. The root layout does not know them and says English. The page's own
 * element has the right ones from the first paint.
 */
export function DocumentLanguage({ language }: { language: PayerLanguage }) {
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = textDirection(language)
  }, [language])
  return null
}
