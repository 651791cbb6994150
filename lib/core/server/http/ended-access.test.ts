import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endSessionsOf, beginSession, renewSession } from '@/lib/core/server/accounts/sessions'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { installationFileRoute } from '@/lib/core/server/route/installation-route'
import { csvFile, fileResponse, rawRoute } from '@/lib/core/server/route/raw-route'
import { memberships, users } from '@/lib/core/server/tables/users'
import { revokeShopToken } from '@/lib/api-tokens/server/tokens'
import { changeRole, disablePerson } from '@/lib/people/server/people'
import { shopToken } from '@/lib/testing/api-tokens'
import { testApplication } from '@/lib/testing/application'
import { browser } from '@/lib/testing/browser'
import { otherShop } from '@/lib/testing/shops/other-shop'

const app = testApplication()
let sam: SignedIn & { session: string }
/** How often the file was closed before its end. */
let closed = 0

beforeEach(async () => {
  const { db } = app.engine
  const userId = crypto.randomUUID()
  const email = `${userId}@shop.example`
  await db.insert(users).values({ id: userId, email, name: 'Sam', passwordHash: 'none' })
  for (const shopId of ['sandbox', otherShop])
    await db.insert(memberships).values({ shopId, userId, role: 'manager' })
  const { session } = await beginSession(db, userId, { address: '192.0.2.7', userAgent: 'A browser' })
  sam = { userId, email, name: 'Sam', provenSecondsAgo: 0, session }
  browser.person = sam
  closed = 0
})

async function* endless() {
  try {
    for (;;) {
      await sleep(20)
      yield 'row\n'
    }
  } finally {
    closed += 1
  }
}

const query = z.strictObject({})
const ofShop = rawRoute({
  permission: 'products.export',
  query,
  run: async (context) => csvFile(context, 'rows.csv', endless()),
})
const ofInstallation = installationFileRoute({
  query,
  file: (context) => fileResponse(context, { name: 'rows.csv', type: 'text/csv' }, endless()),
})

const open = (shop: string, headers = {}) =>
  ofShop(new Request(`http://localhost/api/shops/${shop}/rows`, { headers }), {
    params: Promise.resolve({ shop }),
  })

/** Reads for three seconds. Returns whether the file was cut. */
async function isCut(answer: Response): Promise<boolean> {
  const reader = answer.body?.getReader()
  const until = Date.now() + 3_000
  try {
    while (Date.now() < until) await reader?.read()
  } catch {
    return true
  }
  await reader?.cancel()
  return false
}

describe('a file that is still being written', () => {
  it('is cut once its reader may no longer have it, in that shop alone', async () => {
    const [here, there] = [await open('sandbox'), await open(otherShop)]
    await changeRole(app.owner, sam.userId, { role: 'viewer' })
    expect(await Promise.all([isCut(here), isCut(there)])).toEqual([true, false])
    expect(closed).toBe(2)
  })

  it('is cut once its reader is disabled', async () => {
    const answer = await open('sandbox')
    await disablePerson(app.owner, sam.userId)
    expect(await isCut(answer)).toBe(true)
  })

  it('is cut once its reader is signed out, and not by a proof', async () => {
    const { db } = app.engine
    const [answer, kept] = [await open('sandbox'), await open('sandbox')]
    const reading = isCut(kept)
    await sleep(1_300)
    const once = await renewSession(db, sam.session, { isProven: true })
    await renewSession(db, once.session, { isProven: true })
    expect(await reading).toBe(false)
    await endSessionsOf(db, sam.userId)
    expect(await isCut(answer)).toBe(true)
  })

  it('is cut once its token is revoked', async () => {
    browser.person = null
    const { id, token } = await shopToken(app.owner, { scopes: ['products.export'] })
    const answer = await open('sandbox', { authorization: `Bearer ${token}` })
    expect(answer.status).toBe(200)
    await revokeShopToken(app.owner, id)
    expect(await isCut(answer)).toBe(true)
  })

  it('is cut for who is no administrator any more', async () => {
    const { db } = app.engine
    const set = (isAdministrator: boolean) =>
      db.update(users).set({ isAdministrator }).where(eq(users.id, sam.userId))
    await set(true)
    const answer = await ofInstallation(new Request('http://localhost/api/installation/rows'))
    expect(answer.status).toBe(200)
    await set(false)
    expect(await isCut(answer)).toBe(true)
  })
})
