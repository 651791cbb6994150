import { expect, it } from 'vitest'
import { shortName } from './shortened'

it('cuts a long name within a sentence, and no sign in two', () => {
  expect(shortName('Atlas')).toBe('Atlas')
  expect(shortName(`A${'🎟'.repeat(60)}`)).toBe(`A${'🎟'.repeat(23)}…`)
})
