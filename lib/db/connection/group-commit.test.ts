import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { groupCommit } from './group-commit'

function heldFlush() {
  const flushes: { rows: number[]; pass: () => void; fail: (error: Error) => void }[] = []
  const flush = (rows: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      flushes.push({ rows, pass: () => resolve(rows.map((row) => `row ${row}`)), fail: reject })
    })
  return { flush, flushes }
}
/** Waits two turns: a flush starts one turn after its rows arrive, and may follow another flush. */
const settled = async () => {
  await setImmediate()
  await setImmediate()
}

it('sends concurrent rows together, and later ones with the next flush', async () => {
  const { flush, flushes } = heldFlush()
  const commit = groupCommit(flush)
  const answers = [commit(1), commit(2)]
  await settled()
  expect(flushes.map(({ rows }) => rows)).toEqual([[1, 2]])
  answers.push(commit(3), commit(4))
  await settled()
  expect(flushes).toHaveLength(1)
  flushes[0]?.pass()
  await expect(answers[0]).resolves.toBe('row 1')
  await settled()
  expect(flushes.map(({ rows }) => rows)).toEqual([
    [1, 2],
    [3, 4],
  ])
  flushes[1]?.pass()
  await expect(Promise.all(answers)).resolves.toEqual(['row 1', 'row 2', 'row 3', 'row 4'])
})

it('answers nobody before the flush of their row', async () => {
  const { flush, flushes } = heldFlush()
  const commit = groupCommit(flush)
  const answered: number[] = []
  const add = (row: number) => commit(row).then(() => answered.push(row))
  const all = [add(1)]
  await settled()
  all.push(add(2))
  await settled()
  expect(answered).toEqual([])
  flushes[0]?.pass()
  await settled()
  expect(answered).toEqual([1])
  flushes[1]?.pass()
  await Promise.all(all)
  expect(answered).toEqual([1, 2])
})

it('fails each caller of a flush that fails, and no other', async () => {
  const { flush, flushes } = heldFlush()
  const commit = groupCommit(flush)
  const add = (row: number) => commit(row).catch((error: Error) => error.message)
  const answers = [add(1)]
  await settled()
  answers.push(add(2), add(3))
  flushes[0]?.pass()
  await settled()
  flushes[1]?.fail(new Error('the disk is full'))
  await expect(Promise.all(answers)).resolves.toEqual(['row 1', 'the disk is full', 'the disk is full'])
  const later = commit(4)
  await settled()
  flushes[2]?.pass()
  await expect(later).resolves.toBe('row 4')
})

it('survives a flush that throws before it begins', async () => {
  let broken = true
  const commit = groupCommit((rows: number[]) => {
    if (broken) throw new Error('at once')
    return Promise.resolve(rows)
  })
  await expect(commit(1)).rejects.toThrow('at once')
  broken = false
  await expect(commit(2)).resolves.toBe(2)
})

it('fails all callers rather than mixing up their answers', async () => {
  const commit = groupCommit((rows: number[]) => Promise.resolve(rows.slice(1)))
  await expect(commit(1)).rejects.toThrow('a result is missing')
})

it('limits the rows of a flush, keeps their order, and flushes no more than needed', async () => {
  const batches: number[][] = []
  const commit = groupCommit(
    async (rows: number[]) => {
      batches.push(rows)
      await settled()
      return rows
    },
    { maxRows: 10 },
  )
  const rows = Array.from({ length: 101 }, (_, index) => index)
  await expect(Promise.all(rows.map(commit))).resolves.toEqual(rows)
  expect(batches.map(({ length }) => length)).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 1])
  expect(batches.flat()).toEqual(rows)
})

it('limits the bytes of a flush, and sends a larger row by itself', async () => {
  const batches: number[][] = []
  const commit = groupCommit(
    async (rows: number[]) => {
      batches.push(rows)
      await settled()
      return rows
    },
    { sizeOf: (row) => row, maxBytes: 10 },
  )
  await Promise.all([1, 4, 4, 4, 50, 2, 8].map(commit))
  expect(batches).toEqual([[1, 4, 4], [4], [50], [2, 8]])
})

it('retries rows one by one after a failed flush, and fails only the bad one', async () => {
  const commit = groupCommit(
    (rows: number[]) =>
      rows.includes(3) ? Promise.reject(new Error('not this one')) : Promise.resolve(rows),
    { isRetriedAlone: () => true },
  )
  const answers = await Promise.allSettled([1, 2, 3, 4].map(commit))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})
