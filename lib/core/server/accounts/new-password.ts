import 'server-only'
import { getTranslator } from '../../i18n/server'
import { minPassword, strengthOf } from '../../account/password'
import { AppError } from '../errors'
import { isBreached } from './breached'

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
 * @throws AppError `invalid`, of `field`
 */
export async function refuseWeakPassword(password: string, owner: Owner, field = 'password'): Promise<void> {
  const weakness = await weaknessOf(password, owner)
  if (weakness) throw new AppError('invalid', { errors: { [field]: [getTranslator('issues')(weakness)] } })
}

/** Whether a password, or what is left of it without digits and signs at its end, is one that many people use. */
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
