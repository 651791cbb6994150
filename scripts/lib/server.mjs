import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endWithNpm } from './processes.mjs'
import { root } from './root.mjs'

/**
 * Starts server.mjs in this process, so that Ctrl-C and `kill` reach it directly, also through npm.
 * @param {'production' | 'development'} mode
 */
export async function startServer(mode) {
  Object.assign(process.env, { NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: '1' })
  endWithNpm()
  await import(pathToFileURL(join(root, 'server.mjs')).href)
}
