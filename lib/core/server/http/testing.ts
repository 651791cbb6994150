import 'server-only'
import { sql } from 'drizzle-orm'
import type { TestApplication } from '../../../testing/application'

/** For tests: a product to make. */
export const paper = {
  name: 'Paper, 100 sheets',
  description: 'Laid, cream',
  currency: 'EUR',
  amount: 1250,
  quantity: '3',
  immortal: true,
  language: 'en',
}

/** For tests: calls the sandbox shop's API as the signed-in person, and makes products. */
export function productsAt(app: TestApplication) {
  const api = (
    path: string,
    init: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) =>
    fetch(`${app.url}/api/shops/sandbox${path}`, {
      method: init.method ?? 'GET',
      headers: { 'content-type': 'application/json', ...init.headers },
      body:
        typeof init.body === 'string'
          ? init.body
          : init.body === undefined
            ? undefined
            : JSON.stringify(init.body),
    })
  const make = async (body: unknown = paper, headers: Record<string, string> = {}) =>
    api('/products', { method: 'POST', body, headers })
  const countAtGateway = async () =>
    (await app.engine.db.execute<{ n: number }>(sql`SELECT count(*) AS n FROM sandbox.products`)).rows[0]?.n
  return { api, make, countAtGateway }
}
