/** nginx, PgBouncer and HAProxy for drills, as programs of this machine. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../lib/processes/free-port.mjs'
import { SetupError } from '../../lib/setup.mjs'

/** @param {string} name @param {string} version the option that prints its version */
const find = (name, version) =>
  [name, `/usr/sbin/${name}`].find((program) => !spawnSync(program, [version]).error)

/**
 * Starts nginx on `port` in front of instances on `upstreams`. A request that an instance did not answer goes to the
 * other one; nginx repeats no POST that was sent.
 * @param {number} port @param {number[]} upstreams
 */
export async function startNginx(port, upstreams) {
  const program = find('nginx', '-v')
  if (!program) throw new SetupError('This drill needs nginx.')
  return startProgram(port, 'nginx.conf', nginxSettings(port, upstreams), (file, folder) => [
    program,
    ['-p', folder, '-c', file, '-g', 'daemon off;'],
  ])
}

/** @param {number} port @param {number[]} upstreams */
const nginxSettings = (port, upstreams) => `
pid nginx.pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path a; uwsgi_temp_path b; scgi_temp_path c;
  upstream counterfoil {
${upstreams.map((one) => `    server 127.0.0.1:${one} max_fails=1 fail_timeout=1s;`).join('\n')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://counterfoil;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host localhost:${port};
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_next_upstream error timeout http_503;
    }
  }
}
`

const usualLimits = 'SET jit=off; SET statement_timeout=30000; SET idle_in_transaction_session_timeout=60000'

/**
 * Starts PgBouncer in transaction mode in front of a database, with `limits` for its sessions. Returns what the
 * application has to know of it; null if PgBouncer is not installed.
 * @param {string} databaseUrl
 */
export async function startPgBouncer(databaseUrl, limits = usualLimits) {
  const program = find('pgbouncer', '--version')
  if (!program) return null
  const port = await freePort()
  // It does not run as root.
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const running = await startProgram(
    port,
    'pgbouncer.ini',
    pgBouncerSettings(port, databaseUrl, limits),
    (file) => [program, ['-q', ...asOther, file]],
  )
  const pooled = new URL(databaseUrl)
  pooled.host = `127.0.0.1:${port}`
  return { ...running, settings: { DATABASE_URL: pooled.toString(), DATABASE_DIRECT_URL: databaseUrl } }
}

/** @param {number} port @param {string} databaseUrl @param {string} limits */
function pgBouncerSettings(port, databaseUrl, limits) {
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl)
  const login = `user=${decodeURIComponent(username)}${password ? ` password='${decodeURIComponent(password)}'` : ''}`
  return `[databases]
* = host=${hostname} port=${serverPort || 5432} ${login} connect_query='${limits}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
`
}

/** Starts HAProxy, which listens on `port`. @param {number} port @param {string} settings */
export async function startHaproxy(port, settings) {
  const program = find('haproxy', '-v')
  if (!program) throw new SetupError('This drill needs HAProxy.')
  return startProgram(port, 'haproxy.cfg', settings, (file) => [program, ['-q', '-db', '-f', file]])
}

/**
 * @param {number} port @param {string} name @param {string} settings
 * @param {(file: string, folder: string) => [program: string, options: string[]]} command
 */
async function startProgram(port, name, settings, command) {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-drill-'))
  await chmod(folder, 0o755)
  const file = join(folder, name)
  await writeFile(file, settings, { mode: 0o644 })
  const [program, options] = command(file, folder)
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'inherit'] })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  for (let tries = 0; !(await listens(port)); tries++) {
    if (tries === 100 || child.exitCode !== null) throw new Error(`${name}: it did not start`)
    await sleep(100)
  }
  return { stop }
}

/** @param {number} port @returns {Promise<boolean>} */
const listens = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
