/** Measures how fast a person sees a list: the built application as a separate process, in a real browser. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page, type BrowserContext } from '@playwright/test'
import { Agent, request } from 'undici'
import { reservePlace, signIn, startApplication, stopApplication } from '../../lib/application.mjs'
import { browserArguments, findBrowser } from '../../browser.mjs'
import { quantile, table } from './measure'

const shop = 'shop-361'
const owner = { email: 'owner@localhost', password: randomBytes(12).toString('hex') }

/** Settings of an application with empty storage. */
export type Storage = { settings: Record<string, string>; drop: () => Promise<void> }
/** Milliseconds, each list sorted. */
export type Seen = {
  /** From the start of the navigation, with an empty cache and with the cache of an earlier visit. */
  cold: number[]
  warm: number[]
  /** From the last key of a search to the first matching row. */
  search: number[]
  /** The same search through the API. */
  api: number[]
}

type Database = { storage: { databaseUrl: string }; drop: () => Promise<void> }

/** Creates an empty database on the server if given, else a data folder. */
export async function emptyStorage(database: Database | null): Promise<Storage> {
  if (!database) {
    const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'))
    const drop = () => rm(folder, { recursive: true, force: true })
    return { settings: { DATA_DIR: folder, DATABASE_URL: '' }, drop }
  }
  const { storage, drop } = database
  const key = () => randomBytes(32).toString('hex')
  return { settings: { DATABASE_URL: storage.databaseUrl, AUTH_SECRET: key(), SEALING_KEY: key() }, drop }
}

/** The list to measure. `field` names its search box; `termOf` makes a search term of a row, a new one each time. */
export type Looked = {
  what: 'products' | 'customers'
  field: string
  termOf: (row: Record<string, string>) => string
}

/** @param gateway address of a server with the rows (servers/list-server.mjs) */
export async function seeList(
  storage: Storage,
  gateway: string,
  looked: Looked,
  rounds: number,
): Promise<Seen> {
  const place = await reservePlace()
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments() })
  const application = await startApplication(place, {
    ...storage.settings,
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
    SANDBOX: 'off',
    SHOP_ID: '361',
    SHOP_SECRET_KEY: 'a secret key for a bench',
    GATEWAY_URL: gateway,
    APM_URL: gateway,
    CHECKOUT_URL: gateway,
  })
  try {
    const cookie = await signIn(place.origin, owner)
    const path = `${place.origin}/api/shops/${shop}/${looked.what}`
    await sync(`${path}/sync`, cookie)
    return await see({ browser, cookie, rounds, path, looked, ...place })
  } finally {
    await browser.close()
    await stopApplication(application)
    await storage.drop()
  }
}

/** No time limit: the first sync of a million rows takes longer than the default allows. */
const withoutTimeout = new Agent({ headersTimeout: 0 })

async function sync(path: string, cookie: string): Promise<void> {
  for (;;) {
    const answer = await request(path, { method: 'POST', headers: { cookie }, dispatcher: withoutTimeout })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`the sync answered ${answer.statusCode}: ${text}`)
    if (text.includes('"synced"')) return
    await sleep(1000)
  }
}

type Visit = {
  browser: Browser
  cookie: string
  rounds: number
  path: string
  looked: Looked
  appUrl: string
}

async function see({ browser, cookie, rounds, path, looked, appUrl }: Visit): Promise<Seen> {
  const seen: Seen = { cold: [], warm: [], search: [], api: [] }
  // No term is used twice, so that no answer comes from a cache.
  const terms = (await rowsOf(path, cookie)).map(looked.termOf).values()
  const nextTerm = () => terms.next().value ?? ''
  for (let round = -1; round < rounds; round++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await letIn(context, appUrl, cookie)
    const page = await context.newPage()
    const list = `${appUrl}/shops/${shop}/${looked.what}`
    const figures = {
      cold: await firstRow(page, list),
      warm: await firstRow(page, list),
      search: await searched(page, looked.field, nextTerm()),
      api: await asked(`${path}?q=${encodeURIComponent(nextTerm())}`, cookie),
    }
    await context.close()
    if (round < 0) continue // Warm-up.
    for (const [name, ms] of Object.entries(figures)) seen[name as keyof Seen].push(ms)
  }
  for (const samples of Object.values(seen)) samples.sort((a, b) => a - b)
  return seen
}

async function rowsOf(path: string, cookie: string): Promise<Record<string, string>[]> {
  const answer = await fetch(`${path}?limit=200`, { headers: { cookie } })
  const { items } = (await answer.json()) as { items: Record<string, string>[] }
  return items
}

/** Waits until a row is visible and painted, and then until the page handles typing. Returns the milliseconds. */
async function firstRow(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  const ms = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          // Streamed content is in the document before it is visible.
          if (!document.querySelector('tbody tr[data-row]')?.checkVisibility())
            return void requestAnimationFrame(look)
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
        }
        look()
      }),
  )
  await page.waitForLoadState('networkidle')
  return ms
}

/** Returns the milliseconds from the last key to a row that marks the searched text. */
async function searched(page: Page, field: string, term: string): Promise<number> {
  const box = page.getByRole('textbox', { name: field })
  await box.pressSequentially(term.slice(0, -1))
  await page.waitForLoadState('networkidle')
  const shown = page.evaluate(
    (last) =>
      new Promise<number>((resolve) => {
        addEventListener('keydown', ({ timeStamp }) => {
          const look = () => {
            const marks = [...document.querySelectorAll('tbody mark')]
            if (!marks.some((mark) => mark.textContent === last)) return void requestAnimationFrame(look)
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
          }
          look()
        })
      }),
    term,
  )
  await box.press(term.slice(-1))
  return shown
}

async function asked(address: string, cookie: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(address, { headers: { cookie } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return performance.now() - started
}

export function printSeen(title: string, seen: Seen): void {
  const line = (name: string, samples: number[]) => [
    name,
    ...[0.5, 0.95].map((share) => quantile(samples, share).toFixed(0)),
  ]
  const lines = [
    ['on screen, ms', 'median', 'p95'],
    line('first row, nothing cached', seen.cold),
    line('first row, visited before', seen.warm),
    line('last key of a search to its rows', seen.search),
    line('the same search through the API', seen.api),
  ]
  console.log(`\n${title}, browser, ${seen.cold.length} visits\n${table(lines)}`)
}

/** Gives a browser the cookies of a person who signed in over HTTP (`signIn`). */
export const letIn = (context: BrowserContext, appUrl: string, cookie: string) =>
  context.addCookies(
    cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: appUrl }
    }),
  )
