/** A server of a test's own, for what the shared one cannot show: a first start, and a gateway that is away. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const readyWithinMs = 60_000

/** Starts it on this port, with nothing in its data folder; answers how to end it. */
export async function startServer(
  port: number,
  owner: { email: string; password: string },
  env: Record<string, string> = {},
): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-e2e-own-'))
  const server = spawn(process.execPath, ['server.mjs'], {
    stdio: 'ignore',
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
    () => false, // It does not listen yet.
  )
