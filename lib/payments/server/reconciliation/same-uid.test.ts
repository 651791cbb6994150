import { expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { statementsOf } from './testing'

onEachEngine('a statement whose column of UIDs has few values', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const there = opened(() => statementsOf(office))
  const at = '2026-11-10T10:00:00Z'

  it('has one best row for each UID, and names the others', async () => {
    await here.notify({ uid: 'visa', amount: 1000, paid_at: at, created_at: at })
    const half = 200
    const lines = Array.from(
      { length: 2 * half },
      (_, n) => `${n % 2 === 0 ? 'visa' : 'mastercard'},${n + 1},EUR,${at}`,
    )
    const { id } = await there.take(['uid,amount,currency,paid_at', ...lines, lines[0]].join('\n'), {
      amounts: 'minor',
    })
    const { counts } = await there.work(id)
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
  })
})
