import 'server-only'
import type { ReactNode } from 'react'
import type { AppLocale, Messages, SomeMessages } from '../../i18n/locales'
import { MoreWords } from '../../i18n/more-words'
import { pageLocale } from './page'
import { getMessages } from '../../i18n/server'

/** A namespace of the messages, or one of its keys, such as `products.new`. */
type WordsPath = keyof Messages | `${keyof Messages}.${string}`

/** The messages of the frame, which are in every document. `page-words.test.ts` checks the list. */
export const frameWords: readonly WordsPath[] = [
  'auth',
  'checkouts.new',
  'common',
  'customers.new',
  'errors',
  'frame',
  'products.new',
]

/** The part of the messages that is at these paths. */
export function pickMessages(locale: AppLocale, paths: readonly WordsPath[]): SomeMessages {
  const messages: Record<string, Record<string, unknown>> = getMessages(locale)
  const picked: Record<string, object> = {}
  for (const path of paths) {
    const [namespace = '', key] = path.split('.')
    const all = messages[namespace]
    picked[namespace] = key === undefined ? { ...all } : { ...picked[namespace], [key]: all?.[key] }
  }
  return picked
}

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
