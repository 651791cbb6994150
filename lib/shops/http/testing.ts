import 'server-only'
import { apiOf } from '@/lib/testing/browser'
import type { TestApplication } from '@/lib/testing/application'
import type { ShopConnection } from '../schema'

/** For tests: calls our API as the signed-in person. */
export const callsTo = (app: TestApplication) => {
  const call = apiOf(app, '/api/')
  const connection = async (shop: string) =>
    (await call<ShopConnection>('GET', `shops/${shop}/connection`)).body
  return { call, connection }
}
