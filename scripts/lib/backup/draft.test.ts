import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs' // prettier-ignore
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeArchive } from './archive.mjs'
import { openDraft, removeDrafts } from './draft.mjs'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-draft-'))))
afterEach(() => rmSync(folder, { recursive: true }))

async function* entries() {
  yield { name: 'manifest.json', data: Buffer.from('{}') }
}
const write = (file: string, check = async (_draft: string) => {}) =>
  writeArchive(file, { passphrase: null, entries: entries(), check })

it('follows no link, and leaves its target as it was', async () => {
  const [file, target] = [path.join(folder, 'backup'), path.join(folder, 'target')]
  writeFileSync(target, 'precious')
  symlinkSync(target, `${file}.part`)
  await expect(write(file)).rejects.toThrow(/is there already/)
  expect([readFileSync(target, 'utf8'), existsSync(file)]).toEqual(['precious', false])
})

it('is for its owner alone, also where a killed run left a looser one', async () => {
  const file = path.join(folder, 'backup')
  writeFileSync(`${file}.part`, 'half', { mode: 0o666 })
  await write(file)
  expect([statSync(file).mode & 0o777, readdirSync(folder)]).toEqual([0o600, ['backup']])
})

it('gets its name only when it was found to be as it should be', async () => {
  const file = path.join(folder, 'backup')
  const seen: boolean[] = []
  const refuse = async (draft: string) => {
    seen.push(existsSync(draft), existsSync(file))
    throw new Error('damaged')
  }
  await expect(write(file, refuse)).rejects.toThrow('damaged')
  expect([seen, readdirSync(folder)]).toEqual([[true, false], []])
})

it.each([null, 'correct horse battery staple'])(
  'is removed when what it is made of fails: %s',
  async (passphrase) => {
    async function* failing() {
      yield* entries()
      throw new Error('the database went away')
    }
    const [file, check] = [path.join(folder, 'backup'), async () => {}]
    const written = writeArchive(file, { passphrase, entries: failing(), check })
    await expect(written).rejects.toThrow('the database went away')
    expect(readdirSync(folder)).toEqual([])
  },
)

it('is removed after a kill, but not while it is written, and nothing else is', async () => {
  const [dead, alive, foreign] = [
    'counterfoil-1.tar.gz.part',
    'counterfoil-2.tar.gz.age.part',
    'notes.part',
  ] as const
  for (const name of [dead, foreign]) writeFileSync(path.join(folder, name), '')
  const held = await openDraft(path.join(folder, alive))
  await removeDrafts(folder)
  expect(readdirSync(folder).toSorted()).toEqual([alive, foreign])
  await held.close()
  await removeDrafts(folder)
  expect(readdirSync(folder)).toEqual([foreign])
})
