import { beforeEach, expect, it } from 'vitest'
import { singleton } from '../../../db/singleton'
import { allowanceHeaders, countRequest, isStopped, requestsPerMinute, stopNetwork } from './limits'

beforeEach(() => {
  singleton('api-token-windows').set(new Map())
  singleton('api-token-networks').set(new Map())
})

it('limits requests per token and minute', () => {
  for (let count = 1; count <= requestsPerMinute; count++)
    expect(countRequest('one', 1000)).toEqual({
      isAllowed: true,
      left: requestsPerMinute - count,
      resetSeconds: 60,
    })
  expect(countRequest('one', 60_999)).toEqual({ isAllowed: false, left: 0, resetSeconds: 1 })
  expect(countRequest('other', 60_999)).toMatchObject({ isAllowed: true, resetSeconds: 60 })
  expect(countRequest('one', 61_000)).toMatchObject({ isAllowed: true, left: requestsPerMinute - 1 })
})

it('says in headers how many are left', () => {
  expect(allowanceHeaders({ isAllowed: true, left: 7, resetSeconds: 42 })).toEqual({
    'RateLimit-Policy': `"token";q=${requestsPerMinute};w=60`,
    RateLimit: '"token";r=7;t=42',
  })
})

it('stops a network for a minute, and no other', () => {
  expect(isStopped('192.0.2.1', 0)).toBe(false)
  stopNetwork('192.0.2.1', 0)
  expect([isStopped('192.0.2.1', 59_999), isStopped('192.0.2.2', 59_999)]).toEqual([true, false])
  expect(isStopped('192.0.2.1', 60_000)).toBe(false)
})
