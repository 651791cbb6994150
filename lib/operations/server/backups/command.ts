import 'server-only'
import { spawn } from 'node:child_process'
import path from 'node:path'

/** Characters kept of the command's output. */
const maxReasonLength = 500

/** Why a backup failed, in the words of the command. Names no row and no secret. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed'
}

/**
 * Runs `node admin.mjs backup FILE` as a separate process, so that neither its memory nor its work slows down requests.
 * @throws BackupFailed
 */
export async function runBackupCommand(
  file: string,
  { passphrase, signal }: { passphrase: string | null; signal: AbortSignal },
): Promise<void> {
  // server.mjs makes the folder of the application the working directory.
  const program = path.join(/* turbopackIgnore: true */ process.cwd(), 'admin.mjs')
  // oxlint-disable-next-line node/no-process-env -- the command reads the settings of this process
  const env = { ...process.env, BACKUP_PASSPHRASE_FILE: '', BACKUP_PASSPHRASE: passphrase ?? '' }
  const child = spawn(process.execPath, [program, 'backup', file], {
    env,
    signal,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-10 * maxReasonLength)
  })
  const code = await new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, killed) => resolve(status ?? killed))
  })
  if (code !== 0) throw new BackupFailed(output.trim().slice(0, maxReasonLength) || `it ended with ${code}`)
}
