import { beforeAll, describe, expect, it } from 'vitest'
import { requestIdHeader } from '@/lib/core/api/headers'
import { tracer } from '@/lib/db/tracing'
import { browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'

const product = { name: 'Paper', description: 'A4', currency: 'EUR', amount: 500, infinite: true, immortal: true, language: 'en' } // prettier-ignore

describe('the ID of a request', () => {
  const app = testApplication()
  beforeAll(() => void (browser.person = app.owner.actor))
  const ask = (path: string, id: string, init: RequestInit = {}) =>
    fetch(`${app.url}/api/${path}`, { ...init, headers: { [requestIdHeader]: id } })
  const linesOf = (id: string) =>
    app
      .logged()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { correlation_id?: string; msg: string })
      .filter((line) => line.correlation_id === id)
      .map(({ msg }) => msg)

  it('is the browser’s, in the answer and in the log of the gateway call', async () => {
    const id = crypto.randomUUID()
    const made = await ask('shops/sandbox/products', id, { method: 'POST', body: JSON.stringify(product) })
    expect([made.status, made.headers.get(requestIdHeader)]).toEqual([201, id])
    expect(linesOf(id)).toContain('gateway call')
  })

  it('is in a problem, and in the log line of the refusal', async () => {
    const id = crypto.randomUUID()
    const refused = await ask('shops/shop-362/products', id)
    const body = (await refused.json()) as { correlation_id: string }
    expect([refused.status, body.correlation_id, refused.headers.get(requestIdHeader)]).toEqual([404, id, id])
    expect(linesOf(id)).toContain('request refused')
  })

  it('stands with no key of a notification address, in the log and in traces', async () => {
    const spans: unknown[] = []
    tracer.set((_name, attributes, work) => {
      spans.push(attributes)
      return work(() => {})
    })
    for (const path of ['hooks/a-secret-key/notification', 'hooks/a-secret-key/notifications']) {
      const id = crypto.randomUUID()
      await ask(path, id)
      expect(linesOf(id)).toEqual(['request refused'])
    }
    expect(spans).toHaveLength(2)
    expect(JSON.stringify(spans) + app.logged()).not.toContain('a-secret-key')
  })

  it('is new if it is not in the format of our pages', async () => {
    for (const wrong of ['x', `${crypto.randomUUID()}0`, crypto.randomUUID().toUpperCase()]) {
      const answer = await ask('shops/sandbox', wrong)
      expect(answer.headers.get(requestIdHeader)).toMatch(/^[0-9a-f-]{36}$/)
      expect(answer.headers.get(requestIdHeader)).not.toBe(wrong)
    }
  })
})
