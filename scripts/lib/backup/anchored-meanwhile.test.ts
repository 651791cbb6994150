import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { sealActivity } from '@/lib/core/server/activity/seal'
import { anchorFileIn, appendAnchors } from '@/lib/chain/anchors.mjs'
import { admin, emptyPlace, filledPlace } from './testing'

let place: Awaited<ReturnType<typeof filledPlace>>
beforeAll(async () => {
  place = await filledPlace('embedded')
  await sealActivity(place.engine)
}, 180_000)
afterAll(async () => {
  await place.engine.close()
  await place.drop()
})

/** Runs the command. Once it has its copy of the database, the running application anchors a longer chain. */
async function whileAnchored(args: string[]) {
  const [file, copies] = [anchorFileIn(place.folder), path.join(place.folder, 'snapshots')]
  onTestFinished(() => rmSync(file, { force: true }))
  const ended = admin(args, place.settings)
  const isCopied = () => existsSync(copies) && readdirSync(copies).some((name) => name.endsWith('.json'))
  await expect.poll(isCopied, { interval: 5, timeout: 60_000 }).toBe(true)
  const at = new Date().toISOString()
  appendAnchors(file, [{ at, chain: 'installation', entries: 99_999, hash: '0'.repeat(64) }])
  return ended
}

it('a check finds no entry missing that an anchor names which was added meanwhile', async () => {
  const { code, text } = await whileAnchored(['check'])
  expect([code, text]).toEqual([
    0,
    expect.stringMatching(/^activity {4}ok: 4000 entries of 3 chains, 0 anchors$/m),
  ])
}, 180_000)

it('a backup has no anchor of entries that it lacks', async () => {
  const file = path.join(place.folder, 'one')
  expect(await whileAnchored(['backup', file])).toMatchObject({ code: 0 })
  const target = await emptyPlace('embedded')
  onTestFinished(target.drop)
  const settings = { ...target.settings, SEALING_KEY: place.key.toString('hex') }
  expect(await admin(['restore', file], settings)).toMatchObject({ code: 0 })
  const { code, text } = await admin(['verify-activity'], settings)
  expect([code, text]).toEqual([0, expect.stringContaining('Nothing found.')])
}, 180_000)
