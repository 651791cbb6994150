/** The file of anchors of a restored or moved database. */
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { anchorFileIn } from '../../../lib/chain/anchors.mjs'

/**
 * Puts the anchors into a data folder. An existing file belongs to another database: it is renamed with the time.
 * Returns where it is (null: there was none, or the same), and how to take everything back.
 * @param {string} folder @param {Buffer} anchors
 * @returns {Promise<{ earlier: string | null, undo: () => Promise<void> }>}
 */
export async function placeAnchors(folder, anchors) {
  const file = anchorFileIn(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const before = await readFile(file).catch((/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (before?.equals(anchors)) return { earlier: null, undo: async () => undefined }
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '')
  const earlier = before === null ? null : file.replace(/\.ndjson$/, `.before-${stamp}.ndjson`)
  // Not renamed: a kill leaves the file, or both.
  if (earlier !== null) await link(file, earlier)
  const draft = `${file}.part`
  await rm(draft, { force: true })
  await writeFile(draft, anchors, { mode: 0o600, flush: true, flag: 'wx' })
  await rename(draft, file)
  const undo = () => (earlier === null ? rm(file, { force: true }) : rename(earlier, file))
  return { earlier, undo }
}
