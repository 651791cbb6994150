import { expect, it } from 'vitest'
import { inOneLine } from './typed-ahead'

it('keeps the words of pasted lines apart', () => {
  expect(inOneLine(' Maria \r\n Schmidt\nBerlin\r\n')).toBe('Maria Schmidt Berlin')
})
