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

it.each(['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'])(
  'a write has not happened at a host whose certificate is refused: %s',
  (code) =>
    expect(transportError(Object.assign(new Error('certificate'), { code }), true)).toMatchObject({
      code: 'gateway_unavailable',
      mayHaveHappened: false,
    }),
)
