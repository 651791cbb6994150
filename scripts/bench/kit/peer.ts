/** Visits a list of ours and a list of another application in turn, and compares the parts of a visit. */
import type { BrowserContext, Page } from '@playwright/test'
import { quantile, table } from './measure'

/** A person's waiting times, in milliseconds from the start of the navigation. */
const parts = ['first byte', 'document', 'styles', 'first layout', 'first row', 'alive'] as const
type Visit = Record<(typeof parts)[number], number>

export interface List {
  address: string
  /** Selects the rows. */
  row: string
  /** A new context of a person who is signed in. */
  newContext: () => Promise<BrowserContext>
}

/** Prints the medians of both. Returns the ratios of ours to theirs until the first row. */
export async function besidePeer(ours: List, theirs: List, visits: number): Promise<Record<string, number>> {
  const seen = { ours: newVisits(), theirs: newVisits() }
  for (let n = -1; n < visits; n++) {
    for (const [name, list] of Object.entries({ ours, theirs })) {
      const context = await list.newContext()
      const page = await context.newPage()
      const round = { 'empty cache': await visit(page, list), 'visited before': await visit(page, list) }
      await context.close()
      if (n < 0) continue // Warm-up.
      for (const [kind, one] of Object.entries(round))
        seen[name as keyof typeof seen][kind as keyof typeof round].push(one)
    }
  }
  const ratios: Record<string, number> = {}
  const lines: string[][] = [['', ...parts]]
  for (const kind of ['empty cache', 'visited before'] as const) {
    const [mine, other] = [medians(seen.ours[kind]), medians(seen.theirs[kind])]
    for (const [name, row] of Object.entries({ ours: mine, theirs: other }))
      lines.push([`${kind}, ${name}`, ...parts.map((part) => row[part].toFixed(0))])
    lines.push([`${kind}, ratio`, ...parts.map((part) => (mine[part] / other[part]).toFixed(2))])
    ratios[kind] = mine['first row'] / other['first row']
  }
  console.log(`\nbeside a peer, ms (median of ${visits} visits in turn)\n${table(lines)}`)
  return ratios
}

const newVisits = () => ({ 'empty cache': [] as Visit[], 'visited before': [] as Visit[] })

const medians = (list: Visit[]) =>
  Object.fromEntries(
    parts.map((part) => [
      part,
      quantile(
        list.map((one) => one[part]).sort((a, b) => a - b),
        0.5,
      ),
    ]),
  ) as Visit

async function visit(page: Page, { address, row }: List): Promise<Visit> {
  await page.goto(address, { waitUntil: 'commit' })
  const rows = await page.evaluate(untilAlive, row)
  await page.waitForLoadState('networkidle')
  return { ...(await page.evaluate(readParts)), 'first row': rows.shown, alive: rows.alive }
}

/**
 * Runs in the browser. A row is shown when it is visible and painted (streamed content is there before that), and
 * alive when React has attached itself to it.
 */
const untilAlive = (selector: string) =>
  new Promise<{ shown: number; alive: number }>((resolve) => {
    let shown = 0
    const look = () => {
      const row = document.querySelector(selector)
      if (!shown && row?.checkVisibility())
        requestAnimationFrame(() => setTimeout(() => (shown ||= performance.now())))
      const isAlive = row && Object.keys(row).some((key) => key.startsWith('__reactFiber'))
      if (shown && isAlive) resolve({ shown, alive: performance.now() })
      else requestAnimationFrame(look)
    }
    look()
  })

/** Runs in the browser. */
const readParts = () => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const styles = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ name }) => new URL(name).pathname.endsWith('.css'),
  )
  return {
    'first byte': navigation?.responseStart ?? 0,
    document: navigation?.responseEnd ?? 0,
    styles: Math.max(0, ...styles.map(({ responseEnd }) => responseEnd)),
    'first layout': performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }
}
