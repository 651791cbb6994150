import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { statementsOf } from './testing'

onEachEngine('a statement with odd rows', (kind) => {
  const office = testOffice(kind)
  const there = opened(() => statementsOf(office))

  it('is previewed at once also with the longest cell', async () => {
    const { undecided, sample } = await there.preview(`uid,amount (EUR)\na,.${'1'.repeat(200_000)}a1`)
    expect([undecided, sample[0]?.[1]?.length]).toEqual([[], 200])
  })
})
