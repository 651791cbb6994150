import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createTranslator } from 'use-intl/core'
import { describe, expect, it } from 'vitest'
import { en } from './en'
import { onIntlError } from './on-error'
import { payerLanguage, payerLanguages } from './payer-languages'
import { payerFormMessages } from './payer-messages'

const { outbox: _outbox, ...sandbox } = en.sandbox
const english = flat({
  common: { optional: en.common.optional },
  form: { summary: en.form.summary },
  sandbox,
})

function flat(node: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? [...flat(value, `${prefix}${key}.`)]
        : [[prefix + key, String(value)] as const],
    ),
  )
}

const folder = path.join(import.meta.dirname, 'payer')
const read = (language: string) =>
  flat(JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8')) as object)
const holes = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name))].sort().join()
const others = payerLanguages.filter((language) => language !== 'en')

describe('the payer pages’ languages', () => {
  it('are the files that there are', () => {
    expect(readdirSync(folder).sort()).toEqual(others.map((language) => `${language}.json`))
  })

  it.each(others)('%s has exactly the keys of English, none empty, each with the same holes', (language) => {
    const words = read(language)
    expect([...words.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, text] of words) {
      expect([key, text.trim()]).not.toEqual([key, ''])
      expect([key, holes(text)]).toEqual([key, holes(english.get(key) ?? '')])
    }
  })

  it.each(others)('%s is no copy of English', (language) => {
    const same = [...read(language)].filter(([key, text]) => english.get(key) === text)
    // CVC, MM/YY, Password and the like are the same in some languages.
    expect(same.map(([key]) => key).length).toBeLessThan(10)
  })

  it.each(payerLanguages)('%s blames no bank for a decline, which may be the shop’s', (language) => {
    const words = language === 'en' ? english : read(language)
    const bank = /\bban[ckq]|бан[кц]|ბანკ|بنك|银行(?!卡)/iu
    expect(bank.test(words.get('sandbox.challenge.text') ?? '')).toBe(true)
    for (const key of ['declinedText', 'cardDeclinedText'])
      expect(words.get(`sandbox.result.${key}`)).not.toMatch(bank)
  })

  it.each(payerLanguages)('%s counts in ICU plurals that hold', (language) => {
    const { form } = payerFormMessages(language)
    const t = createTranslator({ locale: language as 'en', messages: { form }, onError: onIntlError })
    for (const count of [5, 21]) expect(t('form.summary', { count })).toContain(String(count))
  })

  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['ZH_TW', 'zh'],
    ['xx', 'en'],
    ['', 'en'],
    ['constructor', 'en'],
  ])('%j is shown in %s', (asked, shown) => {
    expect(payerLanguage(asked)).toBe(shown)
  })
})
