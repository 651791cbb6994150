import 'server-only'
import type { ReactNode } from 'react'
import type { AppLocale, SomeMessages } from '../../i18n/locales'
import { MoreWords } from '../../i18n/more-words'
import { getMessages } from '../../i18n/server'
import { pageLocale } from './page'
import pageWords from './page-words.json'

/**
 * Which messages a document carries: by namespace, the paths of messages and groups in it, or `*` for all.
 * `page-words.test.ts` finds them in the source and writes them into `page-words.json`.
 */
type Words = Record<string, string>

/** These messages. */
export function pickMessages(locale: AppLocale, words: Words): SomeMessages {
  const messages = getMessages(locale) as unknown as Record<string, Group>
  return Object.fromEntries(
    Object.entries(words).map(([namespace, paths]) => [namespace, pick(messages[namespace] ?? {}, paths)]),
  )
}

/** Messages and groups of messages, by name. A compiled message is a text or an array. */
interface Group {
  [name: string]: string | unknown[] | Group
}

function pick(messages: Group, paths: string): Group {
  if (paths === '*') return messages
  const picked: Group = {}
  for (const path of paths.split(' ')) {
    let [from, to] = [messages, picked]
    const groups = path.split('.')
    const name = groups.pop() ?? ''
    for (const group of groups) {
      from = from[group] as Group
      to = (to[group] ??= {}) as Group
    }
    to[name] = from[name] ?? ''
  }
  return picked
}

/** The messages of the frame, which are in every document. */
export const pickFrameMessages = (locale: AppLocale) => pickMessages(locale, pageWords.frame)

/**
 * A page with the messages that it shows beside the frame's.
 * @param name the path of its file below `app/`
 */
export function withWords<Props extends object>(
  Page: (props: Props) => ReactNode | Promise<ReactNode>,
  name: Exclude<keyof typeof pageWords, 'frame'>,
) {
  return async function PageWithWords(props: Props) {
    return (
      <MoreWords messages={pickMessages(await pageLocale(), pageWords[name])}>
        <Page {...props} />
      </MoreWords>
    )
  }
}
