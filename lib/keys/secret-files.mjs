// @ts-check
/** Secrets of the environment that are in files. Plain Node, for the application and for `npm run admin`. */
import { readFileSync } from 'node:fs'

/** The settings that are secrets. Each can be given as a file instead: its name and `_FILE`. */
const secrets = [
  'AUTH_SECRET',
  'BACKUP_PASSPHRASE',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'OLD_SEALING_KEY',
  'OWNER_PASSWORD',
  'SANDBOX_SECRET_KEY',
  'SEALING_KEY',
  'SHOP_SECRET_KEY',
  'SMTP_PASSWORD',
]
const clientSecret = /^OIDC_[A-Z0-9]+_CLIENT_SECRET$/

const maxBytes = 64 * 1024

/** An unusable file of a secret. The message is one line that names the setting, and never the secret. */
export class SecretFileError extends Error {}

/** @param {string} name */
const isSecret = (name) => secrets.includes(name) || clientSecret.test(name)

/**
 * Returns the settings with each `NAME_FILE` of a secret read into `NAME`, without the newline at its end. Empty settings
 * count as unset.
 * @param {Record<string, string | undefined>} source
 * @returns {Record<string, string>}
 * @throws {SecretFileError}
 */
export function withSecretFiles(source) {
  const set = Object.entries(source).filter(
    /** @returns {entry is [string, string]} */
    (entry) => entry[1] !== undefined && entry[1] !== '',
  )
  const settings = Object.fromEntries(set)
  for (const [setting, file] of set) {
    const name = setting.slice(0, -'_FILE'.length)
    if (!setting.endsWith('_FILE') || !isSecret(name)) continue
    if (settings[name] !== undefined)
      throw new SecretFileError(`${setting}: ${name} is set too; set one of them`)
    settings[name] = read(setting, file)
  }
  return settings
}

/** @param {string} setting @param {string} file */
function read(setting, file) {
  let bytes
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new SecretFileError(`${setting}: ${file} cannot be read (${code})`)
  }
  if (bytes.length > maxBytes) throw new SecretFileError(`${setting}: ${file} is too long for a secret`)
  const text = bytes.toString('utf8').replace(/\r?\n$/, '')
  if (text === '') throw new SecretFileError(`${setting}: ${file} is empty`)
  if (/[\r\n\0]/.test(text)) throw new SecretFileError(`${setting}: ${file} holds more than one line`)
  return text
}
