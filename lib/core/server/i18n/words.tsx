import 'server-only'
import type { ReactNode } from 'react'
import type { AppLocale, Messages, SomeMessages } from '../../i18n/locales'
import { MoreWords } from '../../i18n/more-words'
import { pageLocale } from './page'
import { getMessages } from '../../i18n/server'

/**
 * A namespace of the messages, one of its messages or groups, such as `products.new`, or `products.*` for all that are in
 * no group.
 */
type WordsPath = keyof Messages | `${keyof Messages}.${string}`

/** The messages of the frame, which are in every document. `page-words.test.ts` checks the list. */
export const frameWords: readonly WordsPath[] = [
  'auth.role',
  'checkouts.new',
  'common.*',
  'customers.new',
  'errors',
  'frame.*',
  'frame.factor',
  'frame.gateway',
  'frame.nav',
  'frame.ribbon',
  'frame.settings',
  'frame.shopMode',
  'frame.theme',
  'products.new',
]

/** The part of the messages that is at these paths. */
export function pickMessages(locale: AppLocale, paths: readonly WordsPath[]): SomeMessages {
  const messages: Record<string, Record<string, unknown>> = getMessages(locale)
  const picked: Record<string, object> = {}
  for (const path of paths) {
    const [namespace = '', key] = path.split('.')
    const isPicked = (name: string, message: unknown) =>
      key === undefined || (key === '*' ? !isGroup(message) : key === name)
    const all = Object.entries(messages[namespace] ?? {})
    const chosen = all.filter(([name, message]) => isPicked(name, message))
    picked[namespace] = { ...picked[namespace], ...Object.fromEntries(chosen) }
  }
  return picked
}

/** Compiled messages are texts or arrays. */
const isGroup = (message: unknown) => typeof message === 'object' && !Array.isArray(message)

/** A page with the messages that it shows beside the frame's. `page-words.test.ts` checks the list. */
export function withWords<Props extends object>(
  Page: (props: Props) => ReactNode | Promise<ReactNode>,
  ...paths: WordsPath[]
) {
  return async function PageWithWords(props: Props) {
    return (
      <MoreWords messages={pickMessages(await pageLocale(), paths)}>
        <Page {...props} />
      </MoreWords>
    )
  }
}
