/**
 * What the built application needs to start and keeps in memory (Linux, from /proc): idle, after ten pages, and after
 * BENCH_PAGES (default 1,000). On the embedded database, and on PostgreSQL with BENCH_DATABASE_URL.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../lib/db/testing'
import { reservePlace, signIn, startApplication, stopApplication } from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build/build.mjs'
import { table } from './kit/measure'
import { newPlace } from './kit/place'

process.env.TEST_DATABASE_URL = process.env.BENCH_DATABASE_URL ?? ''
const wanted = Number(process.env.BENCH_PAGES ?? 1_000)
const restMs = 20_000
/** After this time, a first start is complete. */
const settledMs = 120_000
/** Most of what an idle application does is done once a minute. */
const minuteMs = 60_000
/** Targets in MB and ms; `processor` in per cent of one processor. */
const targets = {
  embedded: { ready: 1_500, idle: 300, loaded: 400, processor: 0.3 },
  server: { ready: 1_000, idle: 140, loaded: 250, processor: 0.3 },
}
const pages = [
  '',
  '/products',
  '/products/new',
  '/customers',
  '/payments',
  '/payments/report',
  '/notifications',
  '/checkouts',
  '/checkouts/new',
  '/settings/people',
]

it.each([
  { kind: 'embedded', isAvailable: true },
  { kind: 'server', isAvailable: Boolean(process.env.BENCH_DATABASE_URL) },
] as const)('the application on $kind', async ({ kind, isAvailable }) => {
  if (!isAvailable) return console.log('BENCH_DATABASE_URL is not set: nothing measured on PostgreSQL')
  await ensureBuilt()
  const { owner, settings, remove } = newPlace(
    kind === 'server' ? await freshDatabase({ isEmpty: true }) : null,
  )
  const place = await reservePlace()
  const application = { ...place, appUrl: place.origin }
  await stopApplication(await startApplication(application, settings))
  const started = performance.now()
  const child = await startApplication(application, settings)
  const ready = performance.now() - started
  try {
    const { pid = 0 } = child
    await sleep(settledMs)
    const before = processorSeconds(pid)
    await sleep(minuteMs)
    const processor = ((processorSeconds(pid) - before) / (minuteMs / 1000)) * 100
    const idle = megabytes(pid)
    const cookie = await signIn(place.origin, owner)
    await visit(place.origin, cookie, pages.length)
    const few = megabytes(pid)
    await visit(place.origin, cookie, wanted)
    await sleep(restMs)
    const loaded = megabytes(pid)
    const found = { ready, idle, loaded, processor }
    const named = Object.entries(found).map(([name, value]) => {
      const target = targets[kind][name as keyof typeof found]
      return [name, value.toFixed(1), String(target), value <= target ? '' : 'MISSED']
    })
    console.log(table([[kind, 'found', 'target', ''], ...named, ['after ten pages', String(few), '', '']]))
    expect.soft(named.filter(([, , , missed]) => missed)).toEqual([])
  } finally {
    await stopApplication(child)
    await remove()
  }
})

async function visit(origin: string, cookie: string, count: number) {
  for (let n = 0; n < count; n++) {
    const answer = await fetch(`${origin}/shops/sandbox${pages[n % pages.length]}`, { headers: { cookie } })
    expect(answer.status).toBe(200)
    await answer.text()
  }
}

const megabytes = (pid: number): number => {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

const processorSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
