import 'server-only'
import { existsSync, linkSync, mkdirSync, unlinkSync } from 'node:fs'
import path from 'node:path'
import {
  draftSecrets,
  flushFolderOf,
  newSecrets,
  readSecrets,
  type Secrets,
} from '../../../keys/secrets-file.mjs'
import { ConfigError } from '../config/config-error'

type Place = {
  file: string
  /** The setting that says where the file is, for messages. */
  setting: string
  /** The folder of an embedded database that is sealed with the file's key; null: the file may be lost. */
  sealedFolder: string | null
}

type Own = { authSecret: string; sealingKey: Buffer; oldSealingKey: Buffer | null }

/**
 * The secrets that the application made itself, at its first start (mode 0600). The file is written under another name
 * and linked into place, so it is complete or absent. If another process was first, its file is read.
 * @throws ConfigError
 */
export function ownSecrets({ file, setting, sealedFolder }: Place): Own {
  const isSealed =
    sealedFolder !== null && existsSync(path.join(/* turbopackIgnore: true */ sealedFolder, 'pglite'))
  if (isSealed && !existsSync(file))
    throw new ConfigError(
      `${setting}: ${file} is missing; put it back from a backup, what is sealed in ${sealedFolder} opens with no other key`,
    )
  return keysOf(readOrCreate({ file, setting }))
}

export const keysOf = (kept: Secrets): Own => ({
  authSecret: kept.auth_secret,
  sealingKey: Buffer.from(kept.sealing_key, 'hex'),
  oldSealingKey: kept.old_sealing_key === undefined ? null : Buffer.from(kept.old_sealing_key, 'hex'),
})

/** @throws ConfigError, one line without the file's content. */
function readOrCreate({ file, setting }: Omit<Place, 'sealedFolder'>): Secrets {
  try {
    return readSecrets(file) ?? create(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    throw new ConfigError(
      code === null
        ? `${setting}: ${file} is damaged; put it back from a backup, what is sealed opens with no other key`
        : `${setting}: ${file} cannot be used (${code}); see that it is a file and that this user may write to its folder, or set ${setting} to another ${setting === 'DATA_DIR' ? 'folder' : 'file'}`,
      { cause: error },
    )
  }
}

function create(file: string): Secrets {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const fresh = newSecrets()
  const draft = draftSecrets(file, fresh)
  try {
    linkSync(draft, file)
    flushFolderOf(file)
    return fresh
  } catch (error) {
    const other = (error as NodeJS.ErrnoException).code === 'EEXIST' ? readSecrets(file) : null
    if (!other) throw error
    return other
  } finally {
    unlinkSync(draft)
  }
}
