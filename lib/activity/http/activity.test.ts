import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { recordActivity } from '@/lib/core/server/activity/record'
import { activity } from '@/lib/core/server/tables/requests'
import { memberships, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '@/lib/testing/browser'
import { plainProduct, shopToken } from '@/lib/testing/api-tokens'
import { testApplication } from '@/lib/testing/application'
import { otherShop } from '@/lib/testing/shops/other-shop'
import type { ActivityEntry, ActivityPage } from '../schema'

onEachEngine('the activity over HTTP', (kind) => {
  const app = testApplication(kind)
  const shop = 'sandbox'
  beforeAll(async () => {
    await app.engine.db
      .update(users)
      .set({ isAdministrator: true })
      .where(eq(users.id, app.owner.actor.userId))
  })
  beforeEach(async () => {
    browser.person = app.owner.actor
    await app.engine.db.delete(activity)
  })

  const record = (entry: Parameters<typeof recordActivity>[2], shopId: string | null = shop) =>
    recordActivity(
      app.engine.db,
      {
        shop: shopId === null ? null : { id: shopId },
        actor: { ...app.owner.actor, address: '192.0.2.7' },
      },
      entry,
    )
  const recordSome = async () => {
    await record({ action: 'product.created', subject: 'p1' })
    await record({
      action: 'product.changed',
      subject: 'p1',
      detail: { fields: ['name'], before: { name: 'Pen', amount: 1 }, after: { name: 'Ink', amount: 1 } },
    })
    await record({
      action: 'customer.labelled',
      subject: 'c1',
      detail: { added: ['Anna B.'], removed: [] },
    })
    await record({
      action: 'person.role_changed',
      subject: app.owner.actor.userId,
      detail: { from: 'support', to: 'owner' },
    })
    await record({ action: 'product.created', subject: 'p1' }, otherShop)
    await record({ action: 'installation.mail_changed', detail: { changed: ['host'] } }, null)
  }
  const insertPerson = async (shopId: string, role: 'owner' | 'support') => {
    const userId = uuidv7()
    const made = { email: `${userId}@shop.example`, name: role, passwordHash: 'none' }
    await app.engine.db.insert(users).values({ id: userId, ...made })
    await app.engine.db.insert(memberships).values({ shopId, userId, role })
    return { userId, ...made, provenSecondsAgo: 0 }
  }
  const ofShop = (query = '', path = '') => fetch(`${app.url}/api/shops/${shop}/activity${path}${query}`)
  const ofInstallation = (query = '', path = '') =>
    fetch(`${app.url}/api/installation/activity${path}${query}`)
  const items = async (response: Promise<Response>) => ((await (await response).json()) as ActivityPage).items
  const kinds = async (query: string) => (await items(ofShop(query))).map((entry) => entry.kind)

  it('says who did what, on what, from where, before and after', async () => {
    await recordSome()
    const [role, labelled, changed, created] = (await items(ofShop())) as [ActivityEntry, ActivityEntry, ActivityEntry, ActivityEntry] // prettier-ignore
    const { userId, name } = app.owner.actor
    expect(created).toMatchObject({
      kind: 'product.created',
      by: name,
      by_id: userId,
      address: '192.0.2.7',
      object: { kind: 'product', id: 'p1', name: null },
      changes: [],
      facts: [],
    })
    expect(changed.changes).toEqual([{ field: 'name', from: 'Pen', to: 'Ink' }])
    expect(labelled.facts).toEqual([
      { name: 'added', value: '1' },
      { name: 'removed', value: '0' },
    ])
    expect(role).toMatchObject({
      object: { kind: 'person', id: userId, name },
      changes: [{ field: '', from: 'support', to: 'owner' }],
    })
  })

  it('keeps the shops and the installation apart', async () => {
    await recordSome()
    expect((await items(ofShop())).length).toBe(4)
    expect((await items(ofInstallation())).map((entry) => entry.kind)).toEqual(['installation.mail_changed'])
    expect(await items(ofShop('?object=p1'))).toHaveLength(2)
  })

  const found: [query: string, kinds: string[]][] = [
    ['?kind=products', ['product.changed', 'product.created']],
    ['?kind=people,customers', ['person.role_changed', 'customer.labelled']],
    ['?object=c1', ['customer.labelled']],
    ['?sort=at&limit=1', ['product.created']],
    ['?q=role', ['person.role_changed']],
    ['?q=product%20p1%20created', ['product.created']],
    ['?q=192.0.2', ['person.role_changed', 'customer.labelled', 'product.changed', 'product.created']],
    ['?q=%25', []],
    ['?person=00000000-0000-4000-8000-000000000000', []],
    ['?at_to=2020-01-01', []],
  ]
  it.each(found)('finds by %s', async (query, expected) => {
    await recordSome()
    expect(await kinds(query)).toEqual(expected)
  })

  it('pages without losing entries of one moment', async () => {
    await app.engine.db.transaction(async (tx) => {
      for (let n = 0; n < 7; n++)
        await recordActivity(
          tx,
          { shop: { id: shop }, actor: null },
          { action: 'product.created', subject: `${n}` },
        )
    })
    const seen: (string | undefined)[] = []
    for (let cursor = ''; ;) {
      const page = (await (await ofShop(`?limit=3${cursor}`)).json()) as ActivityPage
      seen.push(...page.items.map((entry) => entry.object?.id))
      if (page.next_cursor === null) break
      cursor = `&cursor=${page.next_cursor}`
    }
    expect(seen.toSorted((one = '', other = '') => one.localeCompare(other))).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ])
  })

  const bad = ['?kind=nonsense', '?person=me', '?at_from=yesterday', '?sort=by', '?cursor=x', '?who=me']
  it.each(bad)('refuses %s', async (query) => {
    expect((await ofShop(query)).status).toBeGreaterThanOrEqual(400)
    expect((await ofShop(query)).status).toBeLessThan(500)
  })

  it('exports what is shown, as CSV and as JSON, and records it', async () => {
    await recordSome()
    const csv = await ofShop('?kind=products&columns=what,object_id,changes', '/export')
    expect(csv.headers.get('content-disposition')).toMatch(/filename="activity-sandbox-[\d-]+\.csv"/)
    expect(await csv.text()).toBe(
      'what,object_id,changes\r\nProduct changed,p1,name: Pen → Ink\r\nProduct created,p1,\r\n',
    )
    const people = await ofShop('?kind=people&columns=changes,changes_in_words', '/export')
    expect(await people.text()).toBe('changes,changes_in_words\r\nsupport → owner,Support → Owner\r\n')
    const json = await ofShop('?kind=products&columns=kind,by,changes&format=json', '/export')
    expect(json.headers.get('content-type')).toContain('application/json')
    expect(await json.json()).toEqual([
      {
        kind: 'product.changed',
        by: app.owner.actor.name,
        changes: { changes: [{ field: 'name', from: 'Pen', to: 'Ink' }], facts: [] },
      },
      { kind: 'product.created', by: app.owner.actor.name, changes: { changes: [], facts: [] } },
    ])
    expect(await (await ofShop('?q=nothing-like-it&format=json', '/export')).json()).toEqual([])
    expect((await kinds('?kind=installation')).slice(0, 2)).toEqual([
      'activity.exported',
      'activity.export_started',
    ])
    const ofAll = await (await ofInstallation('?columns=kind', '/export')).text()
    expect(ofAll).toContain('installation.mail_changed')
    expect(ofAll).not.toContain('product.')
  })

  it('refuses people who are no administrators, and records the refusal', async () => {
    const stranger = await insertPerson(shop, 'owner')
    browser.person = stranger
    for (const path of ['', '/people', '/export']) expect((await ofInstallation('', path)).status).toBe(403)
    expect((await ofShop()).status).toBe(200)
    browser.person = app.owner.actor
    expect((await items(ofInstallation())).map((entry) => entry.kind)).toEqual(['access.refused'])
  })

  it('wants a recent sign-in for an export', async () => {
    browser.person = { ...app.owner.actor, provenSecondsAgo: 3_600 }
    for (const response of [await ofShop('', '/export'), await ofInstallation('', '/export')])
      expect(((await response.json()) as { code: string }).code).toBe('sign_in_again')
  })

  it('also names people who have left, and API tokens', async () => {
    const { token, id } = await shopToken(app.owner, { name: 'Till', scopes: ['products.write'] })
    await fetch(`${app.url}/api/shops/sandbox/products`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(plainProduct),
    })
    const left = crypto.randomUUID()
    const email = `${left}@shop.example`
    await app.engine.db.insert(users).values({ id: left, email, name: 'Lea Left', passwordHash: 'none' })
    await recordActivity(
      app.engine.db,
      { shop: app.owner.shop, actor: { userId: left } },
      { action: 'api_token.revoked', subject: id.toUpperCase() },
    )
    const answer = await ofShop('', '/people')
    const people = ((await answer.json()) as { items: { id: string; name: string }[] }).items
    expect(people.map(({ name }) => name)).toEqual(expect.arrayContaining(['Till', 'Lea Left']))
    expect(new Set(people.map((one) => one.id)).size).toBe(people.length)
    // By how an ID begins, in any case, and by a name in the middle.
    for (const word of [id.slice(0, 13), id, 'left', 'EFT'])
      expect(JSON.stringify(await (await ofShop(`?q=${word}`)).json())).toContain('api_token.revoked')
    expect(JSON.stringify(await (await ofShop(`?q=${id.slice(5)}`)).json())).not.toContain(
      'api_token.revoked',
    )
  })

  it('names the people of the shop only', async () => {
    const outsider = await insertPerson(otherShop, 'owner')
    const names = async (response: Promise<Response>) =>
      ((await (await response).json()) as { items: { id: string }[] }).items.map(({ id }) => id)
    expect(await names(ofShop('', '/people'))).toContain(app.owner.actor.userId)
    expect(await names(ofShop('', '/people'))).not.toContain(outsider.userId)
    expect(await names(ofInstallation('', '/people'))).toContain(outsider.userId)
  })
})
