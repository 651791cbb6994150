import 'server-only'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { ConfigError } from './config-error'

const stored = z.object({ auth_secret: z.string().min(32), sealing_key: z.string().regex(/^[0-9a-f]{64}$/) })

/**
 * The secrets of an embedded installation, created at the first start in the data folder (mode 0600). The file is
 * written under another name and linked into place, so it is complete or absent. If another process was first, its
 * file is read. With `hasOtherKey` the file's sealing key is not used, and the file may be lost.
 * @throws ConfigError
 */
export function ownSecrets(
  dataDir: string,
  { hasOtherKey = false } = {},
): { authSecret: string; sealingKey: Buffer } {
  const file = path.join(/* turbopackIgnore: true */ dataDir, 'secrets.json')
  const isSealed = existsSync(path.join(/* turbopackIgnore: true */ dataDir, 'pglite'))
  if (isSealed && !hasOtherKey && !existsSync(file))
    throw new ConfigError(
      `DATA_DIR: ${file} is missing; put it back from a backup, what is sealed in this folder opens with no other key`,
    )
  const kept = readOrCreate(dataDir, file)
  return { authSecret: kept.auth_secret, sealingKey: Buffer.from(kept.sealing_key, 'hex') }
}

/** @throws ConfigError, one line without the file's content. */
function readOrCreate(dataDir: string, file: string): z.output<typeof stored> {
  try {
    return read(file) ?? create(dataDir, file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    throw new ConfigError(
      code === null
        ? `DATA_DIR: ${file} is damaged; put it back from a backup, what is sealed opens with no other key`
        : `DATA_DIR: ${file} cannot be used (${code}); see that it is a file and that this user may write to its folder, or set DATA_DIR to another folder`,
      { cause: error },
    )
  }
}

function read(file: string): z.output<typeof stored> | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  // A damaged file must not be replaced: data sealed with its key would be lost.
  return stored.parse(JSON.parse(text))
}

function create(dataDir: string, file: string): z.output<typeof stored> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const fresh = {
    auth_secret: randomBytes(32).toString('base64url'),
    sealing_key: randomBytes(32).toString('hex'),
  }
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, JSON.stringify(fresh, null, 2), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
    return fresh
  } catch (error) {
    const other = (error as NodeJS.ErrnoException).code === 'EEXIST' ? read(file) : null
    if (!other) throw error
    return other
  } finally {
    unlinkSync(draft)
  }
}
