'use client'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { IntlProvider } from 'use-intl'
import { useEarlyPress } from '@/components/ui/press/early-press'
import { getQueryClient } from '@/lib/core/client/client'
import { type AppLocale, languages, type SomeMessages } from '@/lib/core/i18n/locales'
import { onIntlError } from '@/lib/core/i18n/on-error'
import { AddressState } from './address-state'

interface ProvidersProps {
  locale: AppLocale
  messages: SomeMessages
  /** Render time of the document, so that server and browser show the same relative times. */
  now: Date
  children: ReactNode
}

/**
 * Provides the contexts that all client components need. Times are in UTC until the browser's zone is known.
 */
export function Providers({ locale, messages, now, children }: ProvidersProps) {
  useEarlyPress()
  useFirstFocus()
  // `router.refresh()` brings another one, by which what has arrived since the page was opened would not be new.
  const [opened] = useState(now)
  return (
    <IntlProvider locale={locale} messages={messages} timeZone="UTC" now={opened} onError={onIntlError}>
      <I18nProvider locale={languages[locale].format}>
        <QueryClientProvider client={getQueryClient()}>
          <AddressState>{children}</AddressState>
        </QueryClientProvider>
      </I18nProvider>
    </IntlProvider>
  )
}

/** The browser does not focus a field that was hidden while the document was streamed. */
function useFirstFocus(): void {
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[autofocus]')?.focus({ preventScroll: true })
  }, [])
}

/**
 * Gives React Aria the nonce for its style elements. Keeps the nonce of the document: `router.refresh()` brings another
 * one, which the document's policy does not accept.
 */
export function CspNonce({ nonce }: { nonce: string | undefined }) {
  const [own] = useState(nonce)
  return <meta property="csp-nonce" content={own} />
}
