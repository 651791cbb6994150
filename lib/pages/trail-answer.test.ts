import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { jobRowsQuery } from '@/lib/jobs/schema'
import { trailAnswer } from './trail-answer'

/** The cursors at which the server answers for this address. */
async function answeredAt(cursors?: string): Promise<(string | undefined)[]> {
  const answered: (string | undefined)[] = []
  const answer = trailAnswer(
    Promise.resolve({ cursors }),
    jobRowsQuery.shape.cursor,
    (cursor) => async () => {
      answered.push(cursor)
    },
  )
  await answer(new QueryClient())
  return answered
}

it('answers for the page that the address names, and not for one that it cannot name', async () => {
  expect(await answeredAt()).toEqual([undefined])
  expect(await answeredAt('50')).toEqual(['50'])
  expect(await answeredAt('50,100')).toEqual(['100'])
  expect(await answeredAt('50,elsewhere')).toEqual([])
})
