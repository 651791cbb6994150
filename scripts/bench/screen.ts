/** How soon a person sees the list of products: the built application, as a process of its own, in a real browser. */
import { randomBytes } from 'node:crypto'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { reservePlace, signIn, startApplication, stopApplication } from '../lib/application.mjs'
import { browserArguments, findBrowser } from '../browser.mjs'

const shop = 'shop-361'
const owner = { email: 'owner@localhost', password: randomBytes(12).toString('hex') }

/** Where the application keeps what it has, as its settings say it; empty. */
export type Storage = { settings: Record<string, string>; drop: () => Promise<void> }
/** Milliseconds, each list sorted. */
export type Seen = {
  /** From the start of the navigation, with an empty cache, and with what a visit before left in it. */
  cold: number[]
  warm: number[]
  /** From the last key of a search to the first row that has it. */
  search: number[]
  /** The same search through the API. */
  api: number[]
}

/** @param gateway address of one that has the products (catalogue-server.mjs) */
export async function seeProducts(storage: Storage, gateway: string, rounds: number): Promise<Seen> {
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
    await sync(place.origin, cookie)
    return await see({ browser, cookie, rounds, ...place })
  } finally {
    await browser.close()
    await stopApplication(application)
    await storage.drop()
  }
}

async function sync(origin: string, cookie: string): Promise<void> {
  const path = `${origin}/api/shops/${shop}/products/sync`
  for (;;) {
    const answer = await fetch(path, { method: 'POST', headers: { cookie } })
    if (!answer.ok) throw new Error(`the sync answered ${answer.status}: ${await answer.text()}`)
    const { outcome } = (await answer.json()) as { outcome: string }
    if (outcome === 'synced') return
  }
}

type Visit = { browser: Browser; cookie: string; rounds: number; origin: string; appUrl: string }

async function see({ browser, cookie, rounds, origin, appUrl }: Visit): Promise<Seen> {
  const seen: Seen = { cold: [], warm: [], search: [], api: [] }
  for (let round = -1; round < rounds; round++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await letIn(context, appUrl, cookie)
    const page = await context.newPage()
    const list = `${appUrl}/shops/${shop}/products`
    const figures = {
      cold: await firstRow(page, list),
      warm: await firstRow(page, list),
      search: await searched(page, termOf(round)),
      api: await asked(`${origin}/api/shops/${shop}/products?q=${termOf(round + 500)}`, cookie),
    }
    await context.close()
    if (round < 0) continue // Warms up.
    for (const [name, ms] of Object.entries(figures)) seen[name as keyof Seen].push(ms)
  }
  for (const samples of Object.values(seen)) samples.sort((a, b) => a - b)
  return seen
}

/** Part of a serial number; another one each time, so that nothing is answered from a cache. */
const termOf = (round: number): string => String(round + 1_001).padStart(5, '0')

const letIn = (context: BrowserContext, appUrl: string, cookie: string) =>
  context.addCookies(
    cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: appUrl }
    }),
  )

/** Until a row is there and was painted, and after that until the page hears what is typed. */
async function firstRow(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  const ms = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector('tbody tr[data-row]')) return void requestAnimationFrame(look)
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
        }
        look()
      }),
  )
  await page.waitForLoadState('networkidle')
  return ms
}

/** From the last key to a row that says where it has what was typed. */
async function searched(page: Page, term: string): Promise<number> {
  const box = page.getByRole('textbox', { name: 'Name, description or ID' })
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
