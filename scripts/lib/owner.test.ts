import { chownSync, existsSync, lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyPlace, filledPlace, inProcess } from './backup/testing'

const user = { uid: 4711, gid: 4712 }

const allIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))

/** Files of the folder that its owner could not use. */
const othersIn = (folder: string) => allIn(folder).filter((file) => lstatSync(file).uid !== user.uid)

describe.skipIf(process.getuid?.() !== 0)('what root does in a data folder of another user', () => {
  let place: Awaited<ReturnType<typeof filledPlace>>
  let other: Awaited<ReturnType<typeof emptyPlace>>
  beforeAll(async () => {
    place = await filledPlace('embedded')
    other = await emptyPlace('embedded')
    for (const one of [place.folder, ...allIn(place.folder), other.folder])
      if (existsSync(one)) chownSync(one, user.uid, user.gid)
  }, 180_000)
  afterAll(async () => {
    await place.drop()
    await other.drop()
  })

  it('leaves everything to that user', { timeout: 180_000 }, async () => {
    const file = path.join(place.folder, 'backups', 'one')
    const secret = { BACKUP_PASSPHRASE: 'correct horse battery' }
    // While the application runs, which reads the folder in which it is asked for a copy.
    const live = await inProcess(['diagnose', path.join(place.folder, 'facts.json')], place.settings)
    expect(live.code).toBe(0)
    expect(lstatSync(path.join(place.folder, 'snapshots')).uid).toBe(user.uid)
    await place.engine.close()
    for (const command of [['backup', file], ['verify-activity']])
      expect(await inProcess(command, { ...place.settings, ...secret })).toMatchObject({ code: 0 })
    expect(othersIn(path.join(place.folder, 'pglite'))).toEqual([])
    expect(await inProcess(['restore', file], { ...other.settings, ...secret })).toMatchObject({ code: 0 })
    expect(othersIn(other.folder)).toEqual([])
  })
})
