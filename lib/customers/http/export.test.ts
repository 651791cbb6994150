import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { customerReply } from '@/lib/gateway/customers/customer'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { mirrorCustomers } from '@/lib/customers/server/reading/mirror'
import { activity } from '@/lib/core/server/tables/requests'
import { browser } from '@/lib/testing/browser'
import { eventually } from '@/lib/testing/eventually'
import { addMember, testApplication, testPerson } from '../../testing/application'

const secret = 'maria.keller@reader.example'

onEachEngine('the export of customers over HTTP with the sandbox', (kind) => {
  const app = testApplication(kind)
  beforeAll(async () => {
    const maria = customerReply.parse({ id: 'cst_00', first_name: '=cmd()', email: secret })
    await app.engine.db.transaction((tx) => mirrorCustomers(tx, app.owner.shop.id, [maria], new Date()))
  })

  const get = async (query: string, as: SignedIn = app.owner.actor) => {
    browser.person = as
    const { status, headers, ...response } = await fetch(
      `${app.url}/api/shops/sandbox/customers/export${query}`,
    ).then(async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
    }))
    return { status, headers, text: response.text }
  }
  const noted = () =>
    app.engine.db
      .select()
      .from(activity)
      .where(app.whereShop(activity, eq(activity.action, 'customers.exported')))

  it('sends a file, and records who exported how many, without contents', async () => {
    const { status, headers, text } = await get('?q=cmd&columns=first_name,email')
    expect(status).toBe(200)
    expect(text).toBe(`first_name,email\r\n'=cmd(),${secret}\r\n`)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="customers-sandbox-[\d-]+\.csv"$/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    const detail = { columns: ['first_name', 'email'], rows: 1, complete: true }
    await eventually(async () =>
      expect(await noted()).toMatchObject([{ actorId: app.owner.actor.userId, subject: null, detail }]),
    )
    expect(app.logged()).not.toContain(secret)
  })

  it('reports unknown parameters, and refuses support', async () => {
    for (const query of ['?columns=raw', '?columns=', '?colour=red', '?separator=tab', '?country=de'])
      expect([query, (await get(query)).status]).toEqual([query, 422])
    const support = testPerson('Support')
    await addMember(app.engine, support, 'support')
    const refused = await get('?q=cmd', support)
    expect(refused.status).toBe(403)
    expect(refused.text).not.toContain(secret)
    expect(await noted()).toHaveLength(1)
  })
})
