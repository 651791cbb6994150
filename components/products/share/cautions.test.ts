import { describe, expect, it } from 'vitest'
import { shareCautions } from './cautions'

describe('what is said before a link is handed over', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const good = {
    infinite: true,
    quantity: null,
    immortal: true,
    expired_at: null,
    test: false,
    archived: false,
    vanished: false,
  }
  it.each([
    [{}, []],
    [{ immortal: false, expired_at: '2026-11-20T00:00:00Z' }, ['expired']],
    [{ infinite: false, quantity: 0 }, ['sold_out']],
    [
      { infinite: false, quantity: 0, immortal: false, expired_at: '2026-11-20T00:00:00Z' },
      ['expired', 'sold_out'],
    ],
    [{ test: true }, ['test']],
    [{ vanished: true, archived: true }, ['vanished', 'archived']],
    [{ immortal: null, infinite: false, quantity: null }, []],
  ])('%o: %o', (change, said) => expect(shareCautions({ ...good, ...change }, now)).toEqual(said))
})
