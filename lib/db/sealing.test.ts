import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSealer } from './sealing'

const sealer = createSealer(randomBytes(32))
const secret = 'a secret, with: ünïcödé 🔑'

describe('a sealed secret', () => {
  it.each(['', 'x', secret, 'x'.repeat(100_000)])('opens again', (text) => {
    expect(sealer.unseal(sealer.seal(text, 'shop:1:secret_key'), 'shop:1:secret_key')).toBe(text)
  })

  it('differs each time, and does not show its content', () => {
    const [one, two] = [sealer.seal(secret, 'a'), sealer.seal(secret, 'a')]
    expect(one.equals(two)).toBe(false)
    expect(one.includes(Buffer.from(secret))).toBe(false)
  })

  it.each(['', 'shop:2:secret_key', 'shop:1:secret_key ', 'shop:1:SECRET_KEY'])(
    'does not open for another purpose: %j',
    (context) =>
      expect(() => sealer.unseal(sealer.seal(secret, 'shop:1:secret_key'), context)).toThrow(Error),
  )

  it('does not open with another key', () => {
    expect(() => createSealer(randomBytes(32)).unseal(sealer.seal(secret, 'a'), 'a')).toThrow(Error)
  })

  it('does not open with a byte changed, removed or added', () => {
    const sealed = sealer.seal('short', 'a')
    for (let place = 0; place < sealed.length; place++) {
      const changed = Buffer.from(sealed)
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(() => sealer.unseal(changed, 'a')).toThrow(Error)
      expect(() => sealer.unseal(sealed.subarray(0, place), 'a')).toThrow(Error)
    }
    expect(() => sealer.unseal(Buffer.concat([sealed, Buffer.of(0)]), 'a')).toThrow(Error)
  })

  it('that no key opens leaves the keys as they are, whatever their file holds by now', () => {
    const [key, other] = [randomBytes(32), randomBytes(32)]
    const here = createSealer(key, { reload: () => ({ key: other, old: null }) })
    const value = here.seal(secret, 'a')
    const lost = createSealer(randomBytes(32)).seal(secret, 'a')
    expect(() => here.unseal(lost, 'a')).toThrow('which is not here')
    expect(here.unseal(value, 'a')).toBe(secret)
    expect(createSealer(key).unseal(here.seal(secret, 'a'), 'a')).toBe(secret)
  })

  it.each([0, 16, 31, 33])('takes no key of %i bytes', (length) =>
    expect(() => createSealer(randomBytes(length))).toThrow(RangeError),
  )
})

describe('the mark of a secret', () => {
  const other = createSealer(randomBytes(32))
  it('is the same for a secret and its context, and different for any other', () => {
    const mark = sealer.mark(secret, 'card_token:1')
    expect(mark).toHaveLength(32)
    expect(sealer.mark(secret, 'card_token:1').equals(mark)).toBe(true)
    const others = [
      sealer.mark(`${secret} `, 'card_token:1'),
      sealer.mark(secret, 'card_token:2'),
      sealer.mark(`1${secret}`, 'card_token:'),
      other.mark(secret, 'card_token:1'),
    ]
    for (const one of others) expect(one.equals(mark)).toBe(false)
  })
})
