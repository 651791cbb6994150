import 'server-only'
import { beforeEach } from 'vitest'
import { hashPassword } from '@/lib/core/server/accounts/passwords'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { activity } from '@/lib/core/server/tables/requests'
import { challenges, factors, recoveryCodes, trustedBrowsers } from '@/lib/core/server/tables/factors'
import { sessions, signInFailures, users } from '@/lib/core/server/tables/users'
import type { EngineKind } from '@/lib/db/testing'
import { browser } from '@/lib/testing/browser'
import { testAppUrl, testOffice } from '@/lib/testing/office'
import { opened } from '@/lib/testing/opened'
import type { FactorAdded } from '../schema'
import { SoftAuthenticator } from './testing-authenticator'
import * as passkey from '../../../app/api/account/factors/passkey/route'
import * as passkeyOptions from '../../../app/api/account/factors/passkey-options/route'

/** For tests: the password of Ada. */
export const password = 'a password of Ada'

export type Route = Record<
  string,
  (request: Request, context: { params?: Promise<{ id?: string }> }) => Promise<Response>
>

/** For tests: second factors of Ada, and a second person, Eve. Each test begins without any, with Ada signed in. */
export function factorsAt(kind: EngineKind) {
  const office = testOffice(kind)
  const people = opened(async () => {
    const { userId, email, name } = office.context.actor
    const ada: SignedIn = { userId, email, name, address: '192.0.2.1', provenSecondsAgo: 0 }
    const eve: SignedIn = await office.insertPerson(office.context.shop.id)
    await office.engine.db.update(users).set({ passwordHash: await hashPassword(password) })
    return { ada, eve }
  })
  beforeEach(async () => {
    const tables = [activity, signInFailures, sessions, factors, recoveryCodes, challenges, trustedBrowsers]
    for (const table of tables) await office.engine.db.delete(table)
    browser.person = people.ada
  })

  const send = async <T>(route: Route, method: string, body?: unknown, id?: string) => {
    const init = { method, body: body === undefined ? undefined : JSON.stringify(body) }
    const answer = await route[method]?.(new Request('http://localhost/', init), {
      params: id === undefined ? undefined : Promise.resolve({ id }),
    })
    if (!answer) throw new Error('no such method')
    return { status: answer.status, body: (await answer.json()) as T & { code?: string; errors?: object } }
  }
  const addPasskey = async (device = new SoftAuthenticator(testAppUrl)) => {
    const { body: options } = await send<{ challenge: string }>(passkeyOptions, 'POST')
    const given = { name: 'Laptop', passkey: device.register(options.challenge) }
    const added = await send<FactorAdded>(passkey, 'POST', given)
    return { device, added }
  }
  const challengeOf = async (route: Route) =>
    (await send<{ challenge: string }>(route, 'POST')).body.challenge
  const noted = async () =>
    (await office.engine.db.select().from(activity).orderBy(activity.id)).map(
      ({ action, detail }) => `${action} ${String(detail.reason)}`,
    )
  return { office, people, send, addPasskey, challengeOf, noted }
}
