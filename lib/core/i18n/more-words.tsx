'use client'
import { type ReactNode, useMemo } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import type { SomeMessages } from './locales'

/** Adds messages to those that are known here already, for the components below. */
export function MoreWords({ messages, children }: { messages: SomeMessages; children: ReactNode }) {
  const locale = useLocale()
  const known: SomeMessages = useMessages()
  const all = useMemo(() => {
    const added = Object.entries(messages).map(([name, own]) => [name, { ...known[name], ...own }] as const)
    return { ...known, ...Object.fromEntries(added) }
  }, [known, messages])
  return (
    <IntlProvider locale={locale} messages={all}>
      {children}
    </IntlProvider>
  )
}
