import 'server-only'
import { closeSync, openSync, readSync } from 'node:fs'
import { z } from 'zod'

const problem =
  'must be a file that can be read, with lines that begin with a SHA-1 in upper case and are sorted by it'

/** A list of breached passwords (accounts/breached.ts). Its first line is looked at. */
export const breachedEnvironment = { BREACHED_PASSWORDS_FILE: z.string().refine(isList, problem).optional() }

function isList(file: string): boolean {
  try {
    const list = openSync(file, 'r')
    try {
      const start = Buffer.alloc(41)
      return /^[0-9A-F]{40}[:\r\n]/.test(start.toString('latin1', 0, readSync(list, start)))
    } finally {
      closeSync(list)
    }
  } catch {
    return false
  }
}
