import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Smaller files are kept: the line that loads another file would save little. */
const smallestBytes = 1_000

/**
 * Replaces server chunks with the same content by a line that loads the first of them. Turbopack writes a chunk once for
 * each entry that needs it, under different names, and Node.js keeps the text of each in memory: without this, a running
 * server holds 50 copies of the same 750 kB.
 * @param {string} folder with the chunks of a finished build
 * @returns {number} how many bytes this saves
 */
export function shareChunks(folder) {
  /** The first file with each content. @type {Map<string, string>} */
  const first = new Map()
  let savedBytes = 0
  for (const name of readdirSync(folder).toSorted()) {
    if (!name.endsWith('.js')) continue
    const file = join(folder, name)
    const content = readFileSync(file)
    if (content.length < smallestBytes) continue
    const hash = createHash('sha256').update(content).digest('hex')
    const same = first.get(hash)
    first.set(hash, same ?? name)
    if (same === undefined) continue
    const stub = `module.exports=require(${JSON.stringify(`./${same}`)})\n`
    writeFileSync(file, stub)
    savedBytes += content.length - stub.length
  }
  return savedBytes
}

/**
 * Writes server chunks in ASCII, with \u sequences. Node.js keeps the text of each loaded chunk, and V8 takes two bytes
 * for each character of a text as soon as one is beyond Latin-1: a single “…” turns 2.8 MB of bundle into 5.6 MB of
 * memory.
 * @param {string} folder with the chunks of a finished build
 */
export function escapeChunks(folder) {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.js')) continue
    const file = join(folder, name)
    const text = readFileSync(file, 'utf8')
    const escaped = escapeText(text)
    if (escaped !== text) writeFileSync(file, escaped)
  }
}

/**
 * Matches a template of String.raw whose expressions have no braces, backticks or characters beyond ASCII; else the
 * beginning of one; or one UTF-16 unit beyond ASCII, with the backslashes before it.
 */
const places =
  // oxlint-disable-next-line no-control-regex
  /String\.raw`(?:[^`\\$]|\\[\x00-\x7f]|\$(?!\{)|\$\{[\x00-_a-z|~]*\})*`|(String\.raw`)|(\\*)([^\x00-\x7f])/g

/**
 * Replaces characters beyond ASCII by \u sequences. Strings, templates and regular expressions keep their meaning, with
 * or without the flag u. A backslash that escaped the character is removed. In a template of String.raw a sequence would
 * stay as it is written, so there it is put into an expression.
 * @param {string} script
 * @throws {Error} if a template of String.raw has other expressions than `places` matches
 */
export const escapeText = (script) =>
  script.replace(
    places,
    (
      /** @type {string} */ match,
      /** @type {string | undefined} */ otherRaw,
      /** @type {string} */ slashes,
      /** @type {string | undefined} */ unit,
    ) => {
      if (otherRaw !== undefined)
        throw new Error('chunks.mjs cannot read a template of String.raw; make its expressions shorter')
      // oxlint-disable-next-line no-control-regex
      if (unit === undefined) return match.replace(/[^\x00-\x7f]/g, (one) => `\${"${sequence(one)}"}`)
      return `${slashes.length % 2 === 1 ? slashes.slice(1) : slashes}${sequence(unit)}`
    },
  )

/** @param {string} unit */
const sequence = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
