import 'server-only'
import type { ReactNode } from 'react'
import type { AppLocale, Messages, SomeMessages } from '../../i18n/locales'
import { MoreWords } from '../../i18n/more-words'
import { pageLocale } from './page'
import { getMessages } from '../../i18n/server'

/**
 * Parts of the messages, by namespace: the names of its groups and messages, with `*` for all that are in no group, or
 * `true` for all of it. `import.form` is a group within a group: it takes all of `import`.
 */
type Words = Partial<Record<keyof Messages, string | true>>

/** The messages of the frame, which are in every document. `page-words.test.ts` checks the list. */
export const frameWords: Words = {
  auth: 'role',
  checkouts: 'new',
  common: '*',
  customers: 'new',
  errors: true,
  frame: '* factor gateway nav ribbon settings shopMode theme',
  products: 'new',
}

/** These parts of the messages. */
export function pickMessages(locale: AppLocale, words: Words): SomeMessages {
  const messages: Record<string, Record<string, unknown>> = getMessages(locale)
  return Object.fromEntries(
    Object.entries(words).map(([namespace, parts]) => {
      const names = parts === true ? null : new Set(parts.split(' ').map((part) => part.split('.')[0]))
      const chosen = Object.entries(messages[namespace] ?? {}).filter(
        ([name, message]) => names === null || names.has(name) || (names.has('*') && !isGroup(message)),
      )
      return [namespace, Object.fromEntries(chosen)]
    }),
  )
}

/** Compiled messages are texts or arrays. */
const isGroup = (message: unknown) => typeof message === 'object' && !Array.isArray(message)

/** A page with the messages that it shows beside the frame's. `page-words.test.ts` checks the list. */
export function withWords<Props extends object>(
  Page: (props: Props) => ReactNode | Promise<ReactNode>,
  words: Words,
) {
  return async function PageWithWords(props: Props) {
    return (
      <MoreWords messages={pickMessages(await pageLocale(), words)}>
        <Page {...props} />
      </MoreWords>
    )
  }
}
