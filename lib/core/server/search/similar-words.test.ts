import { describe, expect, it } from 'vitest'
import { closestPrefix, patternsWithin, soundsAlike } from './similar-words'

const letters = 'kroxdermqanv'

/** Returns all ways to type a word with one error: a letter wrong, missing, extra, or swapped with the next. */
const typosOf = (word: string): string[] =>
  Array.from(word, (letter, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)]
    const swapped = after === '' ? word : `${before}${after[0]}${letter}${after.slice(1)}`
    return [`${before}z${after}`, `${before}${after}`, `${before}z${letter}${after}`, swapped]
  }).flat()

const matches = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll('%', '.*').replaceAll('_', '.')}$`).test(text)

const matchesOne = (typed: string, word: string, most: 1 | 2): boolean =>
  patternsWithin(typed, most).some((part) => matches(part, word))

describe('the parts by which words are looked up', () => {
  it.each([4, 5, 6, 7, 8, 9, 10, 12])('find words of %i letters with one error', (length) => {
    const word = letters.slice(0, length)
    const typed = typosOf(word).filter((one) => one.length >= 4 && closestPrefix(one, word, 1) !== null)
    expect(typed.length).toBeGreaterThanOrEqual(length * 3)
    expect(typed.filter((one) => !matchesOne(one, word, 1))).toEqual([])
    // They also match longer words.
    expect(typed.filter((one) => !matchesOne(one, `${word}stein`, 1))).toEqual([])
  })

  it.each([9, 10, 12])('find words of %i letters with two errors', (length) => {
    const word = letters.slice(0, length)
    const wrong = (at: number, text: string) => `${text.slice(0, at)}z${text.slice(at + 1)}`
    const typed = Array.from(word, (_one, first) =>
      Array.from(word, (_other, second) => wrong(first, wrong(second, word))),
    ).flat()
    expect(typed.filter((one) => !matchesOne(one, word, 2))).toEqual([])
  })

  it('are few, and at least three letters long if they may stand anywhere', () => {
    for (let length = 6; length <= 16; length++) {
      const parts = ([1, 2] as const).flatMap((most) =>
        patternsWithin('abcdefghijklmnop'.slice(0, length), most),
      )
      expect(parts).toHaveLength(5)
      for (const part of parts)
        expect(part.replaceAll('%', '').length).toBeGreaterThan(part[0] === '%' ? 2 : 1)
    }
  })
})

describe('the phonetic key of a name', () => {
  it.each([
    ['Meier', 'Mayr'],
    ['Schmidt', 'Smith'],
    ['Stephen', 'Steven'],
    ['Katherine', 'Catherine'],
    ['Tremblay', 'Trombley'],
    ['Müller', 'Mueller'],
    ['Christoph', 'Kristof'],
    ['Иванов', 'Ivanov'],
    ['Γιώργος', 'Giorgos'],
    ['محمد', 'Muhamad'],
    ['כהן', 'Cohen'],
    ['とよた', 'Toyota'],
    ['김', 'Kim'],
  ])('of %s is like that of %s', (one, other) => {
    expect(soundsAlike(one, other)).toBe(true)
    expect(soundsAlike(other, one)).toBe(true)
  })

  it.each([
    ['Keller', 'Kramer'],
    ['Anna', 'Ina'], // One sound is not enough.
    ['', ''],
    ['123', '123'],
    ['keller@example.com', 'example'],
    ['keller7', 'keller'],
    ['🦊', '🦊'],
    ['a '.repeat(5_000), 'x'.repeat(10_000)],
  ])('of %.20s is not like that of %.20s', (one, other) => expect(soundsAlike(one, other)).toBe(false))
})
