// @ts-check
/** The file of anchors: how long each chain of activity was at some time, and its last hash. One JSON object a line. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'

/** @typedef {import('./verify.mjs').Anchor} Anchor */

/** @param {string} folder */
export const anchorFileIn = (folder) => path.join(folder, 'activity-anchors.ndjson')

/**
 * Reads a file of anchors; a file that is not there has none.
 * @param {string} file
 * @returns {{ anchors: Anchor[], damaged: number[] }} `damaged`: numbers of lines that hold no anchor
 */
export function readAnchors(file) {
  if (!existsSync(file)) return { anchors: [], damaged: [] }
  /** @type {Anchor[]} */
  const anchors = []
  /** @type {number[]} */
  const damaged = []
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line === '') continue
    const anchor = anchorOf(line)
    if (anchor) anchors.push(anchor)
    else damaged.push(index + 1)
  }
  return { anchors, damaged }
}

/** @param {string} line @returns {Anchor | null} */
function anchorOf(line) {
  try {
    const { at, chain, entries, hash } = /** @type {Record<keyof Anchor, unknown>} */ (JSON.parse(line))
    if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || typeof chain !== 'string') return null
    if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash) || !Number.isSafeInteger(entries))
      return null
    return { at, chain, entries: Number(entries), hash }
  } catch {
    return null
  }
}

/**
 * Adds anchors, which are on the disk when this returns. Leaves a line unchanged that was cut when the process was killed.
 * @param {string} file
 * @param {readonly Anchor[]} anchors
 */
export function appendAnchors(file, anchors) {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const isCut = existsSync(file) && !/(^|\n)$/.test(readFileSync(file, 'utf8'))
  const lines = anchors.map((anchor) => `${JSON.stringify(anchor)}\n`).join('')
  const descriptor = openSync(file, 'a', 0o600)
  try {
    writeSync(descriptor, (isCut ? '\n' : '') + lines)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
