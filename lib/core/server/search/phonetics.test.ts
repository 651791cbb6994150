import { describe, expect, it } from 'vitest'
import { soundsAlike } from './phonetics'

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
