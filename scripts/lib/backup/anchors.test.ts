import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { anchorFileIn } from '@/lib/chain/anchors.mjs'
import { placeAnchors } from './anchors.mjs'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-anchors-'))
  file = anchorFileIn(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))
const said = () => readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8')).toSorted() // prettier-ignore

it('keeps anchors that were there, and can take it back', async () => {
  writeFileSync(file, 'earlier')
  const { earlier, undo } = await placeAnchors(folder, Buffer.from('restored'))
  expect([readFileSync(file, 'utf8'), readFileSync(earlier!, 'utf8')]).toEqual(['restored', 'earlier'])
  expect(statSync(file).mode & 0o077).toBe(0)
  await undo()
  expect([said(), readFileSync(file, 'utf8')]).toEqual([['earlier'], 'earlier'])
})

it('leaves the same ones, and removes those that it made', async () => {
  const { undo } = await placeAnchors(folder, Buffer.from('restored'))
  expect(said()).toEqual(['restored'])
  expect((await placeAnchors(folder, Buffer.from('restored'))).earlier).toBeNull()
  await undo()
  expect(said()).toEqual([])
})
