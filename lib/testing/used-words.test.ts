import { describe, expect, it } from 'vitest'
import { messageAt, usedWords } from './used-words'

const wordsOf = (text: string) => usedWords('file.tsx', text).words
const component = (body: string) =>
  `function List({ of, label }) { const t = useTranslations('products'); ${body} }`

describe('the messages that a component asks for', () => {
  it.each([
    ["return t('title')", ['products.title']],
    ["return t('list.mode')", ['products.list.mode']],
    ['return t(`list.${label}`)', ['products.list']],
    ["return t(label ? 'title' : 'list.mode')", ['products.title', 'products.list.mode']],
    ["return t('new' as 'title')", ['products.new']],
    ["return t.rich('list.mode', { b: () => null })", ['products.list.mode']],
    ["return useMemo(() => t('list.mode'), [t])", ['products.list.mode']],
    ["return () => { const t = useTranslations('links.fault'); return t('x') }", ['links.fault.x']],
    ['return ((t) => t)(1)', []],
    ['return { t: 1 }.t', []],
    // All, if the key or the use of the translator is unknown.
    ['return t(label)', ['products']],
    ['return t(`${label}.title`)', ['products']],
    ['return t(`total${label}`)', ['products']],
    ['return show(t)', ['products']],
    ['return { t }', ['products']],
  ])('%s: %j', (body, words) => expect(wordsOf(component(body))).toEqual(words))

  it('are found in full names', () =>
    expect(
      wordsOf("function A() { const t = useTranslations(); return t('products.new') + t(`frame.nav.${a}`) }"),
    ).toEqual(['products.new', 'frame.nav']))

  it('are distinguished from those of a list’s subject', () => {
    const text = "function A({ of }) { const t = useTranslations(of); return t('title') + t(of) }"
    expect(usedWords('file.tsx', text)).toMatchObject({ words: [], keysOfSubject: ['title', undefined] })
  })
})

it('knows the modules of a file, without types and lazy parts', () => {
  const text = `
    import { a } from './a'
    import type { B } from './b'
    import { type C } from './c'
    export { d } from './d'
    const E = dynamic(() => import('./e'))
    const F = dynamic(lazyWithMessages(() => import('./f')))`
  expect(usedWords('file.ts', text).imports).toEqual(['./a', './d', './e'])
})

it('finds a message or a group by its path', () => {
  expect(messageAt('products.list.mode')).toBe('Mode')
  expect(messageAt('products.list')).toMatchObject({ mode: 'Mode' })
  expect(messageAt('products.none.mode')).toBeUndefined()
})
