import { describe, expect, it } from 'vitest'
import { nearBeginning, partsOf } from './slips'

const letters = 'kroxdermqanv'

/** As somebody may write a word with one slip: a letter wrong, missing, too much, or swapped with the next. */
const slipped = (word: string): string[] =>
  Array.from(word, (letter, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)]
    const swapped = after === '' ? word : `${before}${after[0]}${letter}${after.slice(1)}`
    return [`${before}z${after}`, `${before}${after}`, `${before}z${letter}${after}`, swapped]
  }).flat()

const matches = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll('%', '.*').replaceAll('_', '.')}$`).test(text)

const isFound = (written: string, meant: string, most: 1 | 2): boolean =>
  partsOf(written, most).some((part) => matches(part, meant))

describe('the parts by which words are looked up', () => {
  it.each([4, 5, 6, 7, 8, 9, 10, 12])('find what was meant by %i letters with one slip', (length) => {
    const word = letters.slice(0, length)
    const written = slipped(word).filter((one) => one.length >= 4 && nearBeginning(one, word, 1) !== null)
    expect(written.length).toBeGreaterThanOrEqual(length * 3)
    expect(written.filter((one) => !isFound(one, word, 1))).toEqual([])
    // Nor do they miss it where more follows than was written.
    expect(written.filter((one) => !isFound(one, `${word}stein`, 1))).toEqual([])
  })

  it.each([9, 10, 12])('find what was meant by %i letters with two wrong ones', (length) => {
    const word = letters.slice(0, length)
    const wrong = (at: number, text: string) => `${text.slice(0, at)}z${text.slice(at + 1)}`
    const written = Array.from(word, (_one, first) =>
      Array.from(word, (_other, second) => wrong(first, wrong(second, word))),
    ).flat()
    expect(written.filter((one) => !isFound(one, word, 2))).toEqual([])
  })

  it('are few, and of three letters at least where they may stand anywhere', () => {
    for (let length = 6; length <= 16; length++) {
      const parts = ([1, 2] as const).flatMap((most) => partsOf('abcdefghijklmnop'.slice(0, length), most))
      expect(parts).toHaveLength(5)
      for (const part of parts)
        expect(part.replaceAll('%', '').length).toBeGreaterThan(part[0] === '%' ? 2 : 1)
    }
  })
})
