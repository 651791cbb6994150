'use client'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { useEarlyPress } from '@/components/ui/press/early-press'
import { AppIntlProvider } from '@/lib/core/i18n/provider'
import { getQueryClient } from '@/lib/core/client/client'
import { AddressState } from './address-state'

type ProvidersProps = Pick<ComponentProps<typeof AppIntlProvider>, 'locale' | 'messages' | 'now'> & {
  children: ReactNode
}

/**
 * Provides the contexts that all client components need. Times are in UTC until the browser's zone is known.
 */
export function Providers({ children, ...intl }: ProvidersProps) {
  useEarlyPress()
  useFirstFocus()
  return (
    <AppIntlProvider {...intl} timeZone="UTC">
      <QueryClientProvider client={getQueryClient()}>
        <AddressState>{children}</AddressState>
      </QueryClientProvider>
    </AppIntlProvider>
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
