import { createHash } from 'node:crypto'
import vm from 'node:vm'
import { expect, it } from 'vitest'
import { offlineWorker } from './offline-worker'

type Visit = { request: { mode: string; method: string }; preloadResponse: Promise<Response | undefined> }

/** Runs the worker in its own scope. `fetches` replaces the network. */
function start(fetches: () => Promise<Response>) {
  const handlers = new Map<string, (event: object) => void>()
  const self = { addEventListener: (name: string, handler: () => void) => handlers.set(name, handler) }
  vm.runInNewContext(offlineWorker(), { self, Response, fetch: fetches })
  return (change: Partial<Visit> & { mode?: string; method?: string } = {}) => {
    let answer: Promise<Response> | null = null
    handlers.get('fetch')?.({
      request: { mode: change.mode ?? 'navigate', method: change.method ?? 'GET' },
      preloadResponse: change.preloadResponse ?? Promise.resolve(undefined),
      respondWith: (given: Promise<Response>) => void (answer = given),
    })
    return answer as Promise<Response> | null
  }
}
const away = () => Promise.reject(new TypeError('Failed to fetch'))

it('passes on the server’s answers, errors included', async () => {
  const visit = start(async () => new Response('the page', { status: 500 }))
  expect(await (await visit())?.text()).toBe('the page')
  const preloaded = await visit({ preloadResponse: Promise.resolve(new Response('preloaded')) })
  expect(await preloaded?.text()).toBe('preloaded')
})

it('answers visits itself if the server cannot be reached, and nothing else', async () => {
  const visit = start(away)
  const answer = await visit()
  expect(answer?.status).toBe(503)
  const html = (await answer?.text()) ?? ''
  expect(html).toContain('<h1>No connection to the server</h1>')
  expect((await visit({ preloadResponse: away() }))?.status).toBe(503)
  for (const other of [{ mode: 'cors' }, { mode: 'no-cors' }, { method: 'POST' }])
    expect(visit(other)).toBeNull()
  // The policy allows only the page's own style and script.
  const policy = answer?.headers.get('content-security-policy') ?? ''
  for (const [, text = ''] of html.matchAll(/<(?:style|script)>([^]*?)<\//g))
    expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  expect(policy).not.toContain('unsafe')
})
