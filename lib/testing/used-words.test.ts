import { describe, expect, it } from 'vitest'
import { usedWords, wordsPath } from './used-words'

const wordsOf = (text: string) => usedWords('file.tsx', text).words
const component = (body: string) =>
  `function List({ of, label }) { const t = useTranslations('products'); ${body} }`

describe('the messages that a component asks for', () => {
  it.each([
    ["return t('title')", ['products.*']],
    ["return t('list.mode')", ['products.list']],
    ['return t(`list.${label}`)', ['products.list']],
    ["return t(label ? 'title' : 'list.mode')", ['products.*', 'products.list']],
    ["return t('new' as 'title')", ['products.*']],
    ["return t.rich('list.mode', { b: () => null })", ['products.list']],
    ["return useMemo(() => t('list.mode'), [t])", ['products.list']],
    ["return () => { const t = useTranslations('links.fault'); return t('x') }", ['links.fault']],
    ['return ((t) => t)(1)', []],
    ['return { t: 1 }.t', []],
    // Where the key or what becomes of the translator is not known, all.
    ['return t(label)', ['products']],
    ['return t(`${label}.title`)', ['products']],
    ['return show(t)', ['products']],
    ['return { t }', ['products']],
  ])('%s: %j', (body, words) => expect(wordsOf(component(body))).toEqual(words))

  it('are found in full names', () =>
    expect(
      wordsOf("function A() { const t = useTranslations(); return t('products.new') + t(`frame.nav.${a}`) }"),
    ).toEqual(['products.new', 'frame.nav']))

  it('are told apart from those of what a list is about', () => {
    const text = "function A({ of }) { const t = useTranslations(of); return t('title') + t(of) }"
    expect(usedWords('file.tsx', text)).toMatchObject({ words: [], keysOfSubject: ['title', undefined] })
  })
})

it('knows what a file loads, without types and what opens later', () => {
  const text = `
    import { a } from './a'
    import type { B } from './b'
    import { type C } from './c'
    export { d } from './d'
    const E = dynamic(() => import('./e'))
    const F = dynamic(lazyWithMessages(() => import('./f')))`
  expect(usedWords('file.ts', text).imports).toEqual(['./a', './d', './e'])
})

it('names the group of a message', () => {
  expect(wordsPath('products', 'list.mode')).toBe('products.list')
  expect(wordsPath('products', 'title')).toBe('products.*')
  expect(wordsPath('products.list', 'mode')).toBe('products.list')
})
