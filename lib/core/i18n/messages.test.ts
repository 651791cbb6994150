import { createTranslator } from 'use-intl/core'
import { describe, expect, it } from 'vitest'
import { issueKeys } from '@/lib/core/issues'
import { problemCodes } from '@/lib/core/problem'
import en from './en.json'
import { onIntlError } from './on-error'

describe('messages', () => {
  it('has words for every issue and every problem', () => {
    expect(Object.keys(en.issues).sort()).toEqual([...issueKeys].sort())
    expect(Object.keys(en.problems).sort()).toEqual([...problemCodes].sort())
  })

  it('keeps the namespaces in order', () => {
    expect(Object.keys(en)).toEqual(Object.keys(en).sort())
  })

  it('begins the accessible name of a button with the words that it shows', () => {
    const pairs = namedButtons(en)
    expect(pairs.length).toBeGreaterThan(10)
    expect(pairs.filter(({ shown, name }) => !name.startsWith(shown.replace(/…$/, '')))).toEqual([])
  })

  it('throws for a missing message instead of showing its key', () => {
    const messages = { common: { word: 'word' } }
    const t = createTranslator({ locale: 'en', messages, onError: onIntlError })
    expect(t('common.word')).toBe('word')
    expect(() => t('common.missing' as 'common.word')).toThrow(/MISSING_MESSAGE/)
  })
})

type Messages = { [key: string]: string | Messages }

/** A button `open` in several rows has an accessible name, the message `openOf`. Plural messages are no buttons. */
function namedButtons(messages: Messages): { shown: string; name: string }[] {
  return Object.entries(messages).flatMap(([key, name]) => {
    if (typeof name !== 'string') return namedButtons(name)
    const shown = /(?:Of|With)$/.test(key) && messages[key.replace(/(?:Of|With)$/, '')]
    return typeof shown === 'string' && !shown.includes('plural') ? [{ shown, name }] : []
  })
}
