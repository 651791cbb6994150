import { expect, it } from 'vitest'
import { en } from './en'
import { glossary, wordsOf } from './glossary'

type Messages = { readonly [key: string]: string | Messages }

const flat = (messages: Messages, before = ''): [key: string, text: string][] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[before + key, value]] : flat(value, `${before}${key}.`),
  )

/** Removes names of placeholders and tags, which people do not see. */
const read = (text: string) => text.replace(/\{\w+/g, '{').replace(/<\/?\w+>/g, '')

const messages = flat(en).map(([key, text]) => [key, read(text)] as const)

it.each(glossary)('has one word for $of: $word', ({ never, except = [] }) => {
  const wrong = messages.filter(
    ([key, text]) => never.test(text) && !except.some((start) => key.startsWith(start)),
  )
  expect(wrong).toEqual([])
})

it.each(glossary.filter(({ isForNames }) => isForNames))(
  'has one word for $of in names of messages: $word',
  ({ never, exceptNames = [] }) => {
    const named = messages.map(([key]) => key).filter((key) => never.test(wordsOf(key)))
    expect(named.filter((key) => !exceptNames.some((start) => key.startsWith(start)))).toEqual([])
    expect(exceptNames.filter((start) => !named.some((key) => key.startsWith(start)))).toEqual([])
  },
)

it('excepts only what needs it', () => {
  const idle = glossary.flatMap(({ never, except = [] }) =>
    except.filter((start) => !messages.some(([key, text]) => key.startsWith(start) && never.test(text))),
  )
  expect(idle).toEqual([])
})
