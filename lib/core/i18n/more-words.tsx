'use client'
import { type ReactNode, useMemo } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import type { SomeMessages } from './locales'

/** Adds messages to those already known here, for the components below. */
export function MoreWords({ messages, children }: { messages: SomeMessages; children: ReactNode }) {
  const locale = useLocale()
  const known: SomeMessages = useMessages()
  const all = useMemo(() => merged(known, messages), [known, messages])
  return (
    <IntlProvider locale={locale} messages={all}>
      {children}
    </IntlProvider>
  )
}

/** Each part may have other messages of a group. */
function merged(known: object, added: object): SomeMessages {
  const all = { ...known } as Record<string, unknown>
  for (const [name, message] of Object.entries(added) as [string, unknown][]) {
    const before = all[name]
    all[name] = isGroup(before) && isGroup(message) ? merged(before, message) : message
  }
  return all as SomeMessages
}

/** A compiled message is a text or an array. */
const isGroup = (message: unknown): message is object =>
  typeof message === 'object' && message !== null && !Array.isArray(message)
