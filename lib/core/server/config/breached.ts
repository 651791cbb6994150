import 'server-only'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { z } from 'zod'

const problem =
  'must be a file that can be read, with lines that begin with a SHA-1 in upper case and are sorted by it'

/**
 * A list of breached passwords (accounts/new-password.ts). Some of its lines are checked: in another order nothing is
 * found.
 */
export const breachedEnvironment = { BREACHED_PASSWORDS_FILE: z.string().refine(isList, problem).optional() }

function isList(file: string): boolean {
  try {
    const list = openSync(file, 'r')
    try {
      const { size } = fstatSync(list)
      const hashes = Array.from({ length: samples }, (_, n) =>
        hashFrom(list, Math.floor((size * n) / samples)),
      )
      return hashes.every((hash, n) => hash !== null && hash >= (hashes[n - 1] ?? ''))
    } finally {
      closeSync(list)
    }
  } catch {
    return false
  }
}

/** How many lines are checked. */
const samples = 16
/** More than two lines have. */
const readBytes = 256

/**
 * The hash of the line that contains a byte; null if it has none. In a short file the last line also bounds the end.
 */
function hashFrom(list: number, at: number): string | null {
  const from = Math.max(0, at - readBytes)
  const bytes = Buffer.alloc(at - from + readBytes)
  const text = bytes.toString('latin1', 0, readSync(list, bytes, 0, bytes.length, from))
  const begins = text.lastIndexOf('\n', Math.max(0, at - from - 1)) + 1
  return /^([0-9A-F]{40})(?:[:\r\n]|$)/.exec(text.slice(begins))?.[1] ?? null
}
