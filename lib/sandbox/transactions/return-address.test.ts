import { expect, it } from 'vitest'
import { returnAddress } from './process'

it.each([
  ['https://a.example', 'https://a.example?status=failed&uid=1'],
  ['https://a.example/b?', 'https://a.example/b?status=failed&uid=1'],
  ['https://a.example/?x=%20&', 'https://a.example/?x=%20&status=failed&uid=1'],
  ['http://a.example/?status=own#top', 'http://a.example/?status=own&status=failed&uid=1#top'],
  ['https://a.example/#a?b', 'https://a.example/?status=failed&uid=1#a?b'],
  ['javascript:alert(1)', null],
  ['/relative', null],
  [null, null],
])('%s leads back to %s', (address, expected) => {
  expect(returnAddress(address, { status: 'failed', uid: '1' })).toBe(expected)
})
