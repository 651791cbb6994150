/** A server for one test, for what the shared one cannot show: a first start, or an unreachable gateway. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const readyWithinMs = 150_000

/**
 * Starts a server on this port with an empty data folder. `onOutput` gets what it prints and logs. Returns the function
 * that stops it.
 */
export async function startServer(
  port: number,
  owner: { email: string; password: string },
  env: Record<string, string> = {},
  onOutput?: (text: string) => void,
): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-e2e-own-'))
  // It stops before optimising WebAssembly would pay off.
  const server = spawn(process.execPath, ['--liftoff-only', 'server.mjs'], {
    stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: folder,
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
      SANDBOX_REACH: 'machine',
      ...env,
    },
  })
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => onOutput?.(chunk.toString()))
  const ended = once(server, 'exit')
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const until = Date.now() + readyWithinMs
  while (!(await isReady(port))) {
    if (Date.now() > until || server.exitCode !== null) {
      await stop()
      throw new Error('the server of this test does not start')
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return stop
}

const isReady = (port: number) =>
  fetch(`http://localhost:${port}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false, // Not listening yet.
  )
