import compile from 'icu-minify/compile'
import format from 'icu-minify/format'
import { expect, it } from 'vitest'
import { en } from './en'
import type { Messages } from './locales'
import { pseudoMessages } from './pseudo'

type Node = string | { [key: string]: Node }

const compiled = (node: Node): unknown =>
  typeof node === 'string'
    ? compile(node)
    : Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, compiled(inner)]))

const formatters = {
  getNumberFormat: (locale: string, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options),
  getPluralRules: (locale: string, options?: Intl.PluralRulesOptions) =>
    new Intl.PluralRules(locale, options),
  getDateTimeFormat: (locale: string, options?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options),
}

/** What the pseudo-locale shows for an English message. */
function shown(message: string, values: Record<string, unknown> = {}): string {
  const { common } = pseudoMessages({ common: { it: compile(message) } } as unknown as Messages)
  const { it: own } = common as unknown as { it: Parameters<typeof format>[0] }
  return [format(own, 'ar-XB', values as never, { formatters })].flat().join('')
}

it.each([
  ['Save', {}, 'Šààṽéé'],
  ['Sent to {name}', { name: 'Ada' }, 'Šééñţ ţöö Ada'],
  ['{count, plural, one {# row} other {# rows}}', { count: 3 }, '3 ŕööŵš'],
  ['{kind, select, paid {Paid} other {Open}}', { kind: 'paid' }, 'Þààîîð'],
  ['Read <b>more</b> here', { b: (inner: string) => `[${inner}]` }, 'Ŕééààð [ɱööŕéé] ĥééŕéé'],
])('%s', (message, values, text) => expect(shown(message, values)).toBe(text))

it('leaves no plain letter in a text, and is about 40 % longer', () => {
  const messages = compiled(en) as Messages
  const [english, pseudo] = [plainTexts(messages), plainTexts(pseudoMessages(messages))]
  expect(pseudo.filter((text) => /[a-z]/i.test(text))).toEqual([])
  expect(english.length).toBeGreaterThan(1000)
  expect(pseudo.join('').length / english.join('').length).toBeGreaterThan(1.25)
})

/** The messages without placeholders. */
const plainTexts = (node: unknown): string[] => {
  if (typeof node === 'string') return [node]
  return Array.isArray(node) ? [] : Object.values(node as object).flatMap(plainTexts)
}
