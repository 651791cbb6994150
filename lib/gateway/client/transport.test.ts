import { expect, it } from 'vitest'
import { transportError } from './transport'

it.each([
  ['connect', false],
  ['read', true],
  ['write', true],
])('a write may have happened without a way to the host, in %s: %s', (syscall, mayHaveHappened) => {
  for (const code of ['EHOSTUNREACH', 'ENETUNREACH']) {
    const error = Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
    expect(transportError(error, true)).toMatchObject({ code: 'gateway_unavailable', mayHaveHappened })
  }
})
