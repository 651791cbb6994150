import 'server-only'
import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { getTranslator } from '../../i18n/server'
import { minPassword, strengthOf } from '../../account/password'
import { AppError } from '../errors'
import { config } from '../config/config'

type Owner = { email: string; name: string }
type Weakness = 'password_too_short' | 'password_too_simple' | 'password_common' | 'password_breached'

/** Says what is wrong with a new password, or null. */
export async function weaknessOf(password: string, { email, name }: Owner): Promise<Weakness | null> {
  const strength = strengthOf(password, [email, name, 'counterfoil'])
  if (strength === 'short') return 'password_too_short'
  if (await isCommon(password)) return 'password_common'
  if (strength === 'weak') return 'password_too_simple'
  return (await isBreached(password)) ? 'password_breached' : null
}

/**
 * Refuses a new password that others would guess.
 * @throws AppError `invalid`, of `password`
 */
export async function refuseWeakPassword(password: string, owner: Owner): Promise<void> {
  const weakness = await weaknessOf(password, owner)
  if (weakness) throw new AppError('invalid', { errors: { password: [getTranslator('issues')(weakness)] } })
}

/** Whether a password, with or without digits and signs at its end, is one that many people use. */
async function isCommon(password: string): Promise<boolean> {
  const list = await commonPasswords()
  const folded = password.toLowerCase().trim()
  const bare = folded.replace(/[\d\W_]+$/u, '')
  return list.has(folded) || (bare.length >= minPassword && list.has(bare))
}

let loading: Promise<ReadonlySet<string>> | undefined

/** The 10,000 most common passwords of at least 12 characters, in lower case. Loaded when first needed. */
const commonPasswords = () =>
  (loading ??= import('./common-passwords.json').then(({ default: list }) => new Set(list)))

/** Characters of a SHA-1 in hexadecimal, with which each line begins. */
const hashLength = 40
/** More than any line has: a SHA-1, a colon and a count. */
const lineBytes = 128

/**
 * Whether a password is in the list of breached ones that `BREACHED_PASSWORDS_FILE` names: lines that begin with a SHA-1 in
 * upper case and are sorted by it, as Have I Been Pwned offers them. False without such a list.
 */
export async function isBreached(password: string): Promise<boolean> {
  const file = config.get().breachedPasswordsFile
  if (file === null) return false
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const list = await open(file)
  try {
    return await holds(list, hash)
  } finally {
    await list.close()
  }
}

/** Binary search for the line: it begins at or after `from`, and before `until`. */
async function holds(list: FileHandle, hash: string): Promise<boolean> {
  let from = 0
  let until = (await list.stat()).size
  while (from < until) {
    const middle = Math.floor((from + until) / 2)
    const line = await firstLineFrom(list, middle)
    if (line === null || line.begins >= until || line.hash > hash) until = middle
    else if (line.hash === hash) return true
    else from = line.begins + hashLength
  }
  return false
}

/**
 * The first line that begins at or after a byte; null if none does.
 * @throws Error for a line that is longer than those of such a list
 */
async function firstLineFrom(list: FileHandle, at: number): Promise<{ begins: number; hash: string } | null> {
  const start = Math.max(0, at - 1)
  const { buffer, bytesRead } = await list.read(Buffer.alloc(2 * lineBytes), 0, 2 * lineBytes, start)
  const text = buffer.toString('latin1', 0, bytesRead)
  const offset = at === 0 ? 0 : text.indexOf('\n') + 1
  if (at > 0 && offset === 0 && bytesRead === buffer.length)
    throw new Error('BREACHED_PASSWORDS_FILE has a line that is too long')
  const hash = text.slice(offset, offset + hashLength)
  if ((at > 0 && offset === 0) || hash.length < hashLength) return null
  return { begins: start + offset, hash }
}
