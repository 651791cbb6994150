import { expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { statementsOf } from './testing'

const count = 12_000
/** How many times as long it may take as with a UID of its own in each row. Each row with all others: 7 and more. */
const mostTimes = 4

onEachEngine('a statement whose column of UIDs has few values', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const there = opened(() => statementsOf(office))
  const at = '2026-11-10T10:00:00Z'

  const timed = async (uidOf: (n: number) => string) => {
    const lines = Array.from({ length: count }, (_, n) => `${uidOf(n)},${n + 1},EUR,${at}`)
    const { id } = await there.take(['uid,amount,currency,paid_at', ...lines, lines[0]].join('\n'), {
      amounts: 'minor',
    })
    const begun = performance.now()
    const { counts } = await there.work(id)
    return { id, counts, ms: performance.now() - begun }
  }

  it(
    'takes about as long as one of as many UIDs, and is told of each row',
    { timeout: 300_000 },
    async () => {
      await here.notify({ uid: 'visa', amount: 1000, paid_at: at, created_at: at })
      const usual = await timed((n) => `own-${n}`)
      expect(usual.counts).toMatchObject({ rows: count + 1, only_there: count, repeated: 1 })
      const { id, counts, ms } = await timed((n) => (n % 2 === 0 ? 'visa' : 'mastercard'))
      const half = count / 2
      expect(counts).toMatchObject({
        matched: 0,
        differing: half,
        only_there: half,
        repeated: 1,
        recordable: 0,
      })
      const [best, ...others] = (await there.rows(id, 'differing')).map(({ differences }) => differences)
      expect(best).toEqual(['amount'])
      expect(new Set(others.map((differences) => differences.join()))).toEqual(new Set(['amount,same_uid']))
      const lost = await there.rows(id, 'only_there')
      expect(lost.every(({ problems }) => problems.includes('same_uid'))).toBe(true)
      expect(ms / usual.ms).toBeLessThan(mostTimes)
    },
  )
})
