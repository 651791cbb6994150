/** Root may run a command for an application that is another user's, as with deploy/counterfoil.service. */
import { lchownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Leaves what root made in a data folder to the owner of that folder, who could not use it otherwise. Follows no links.
 * @param {string} folder
 * @param {readonly string[]} names in it; those that are not there are left out
 */
export function leaveToOwner(folder, names) {
  if (process.getuid?.() !== 0) return
  const owner = statSync(folder)
  if (owner.uid === 0) return
  const there = new Set(names)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (there.has(entry.name)) give(folder, entry, owner)
}

/** @param {string} folder @param {import('node:fs').Dirent} entry @param {{ uid: number, gid: number }} owner */
function give(folder, entry, owner) {
  const place = join(folder, entry.name)
  lchownSync(place, owner.uid, owner.gid)
  if (!entry.isDirectory()) return
  for (const inner of readdirSync(place, { withFileTypes: true })) give(place, inner, owner)
}
