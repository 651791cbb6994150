import 'server-only'
import type { TestApplication } from '@/lib/testing/application'
import type { ShopConnection } from '../schema'

/** For tests: calls our API as the signed-in person. */
export const callsTo = (app: TestApplication) => {
  const call = async <Body>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${app.url}/api/${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Body & Record<string, unknown> }
  }
  const connection = async (shop: string) =>
    (await call<ShopConnection>('GET', `shops/${shop}/connection`)).body
  return { call, connection }
}
