import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { mailTo } from '../../core/server/sending/mail'
import { evidenceKeys, loadShop } from '../../core/server/shop/load'
import { mailServer } from '../../core/server/tables/installation'
import { oldSecretKeys, shops } from '../../core/server/tables/shops'
import { onEachEngine } from '../../db/testing-engines'
import { whereEndpoint } from '../../forwarding/server/disable'
import { createEndpoint, rotateSecret, signingSecrets } from '../../forwarding/server/endpoints'
import { loadEndpoint } from '../../forwarding/server/item'
import { sendSigned } from '../../forwarding/server/send'
import { forwardingEndpoints } from '../../forwarding/server/tables'
import { readConnection } from '../../shops/server/connection/connection'
import { rotateKey } from '../../shops/server/connection/keys'
import { testOffice, testSecret } from '../../testing/office'

onEachEngine('a secret that no sealing key opens', (kind) => {
  const office = testOffice(kind)
  let sealed: Buffer
  beforeAll(() => {
    sealed = office.engine.sealer.seal('secret', 'another context')
  })

  it('is told as the reason why a mail was not sent', async () => {
    const { engine } = office
    const server = { host: 'mail.example', port: 465, encryption: 'tls', user: 'u' } as const
    const sender = { senderName: 'Shop', senderAddress: 's@shop.example' }
    await engine.db.insert(mailServer).values({ id: 1, ...server, ...sender, passwordSealed: sealed })
    const sent = await mailTo(engine, ['ann@shop.example'], { subject: 'Subject', text: 'Text' })
    expect(sent).toMatchObject({ outcome: 'secret_unopened', status: null })
  })

  it('is told as the reason why nothing was sent on', async () => {
    const { engine, context } = office
    const endpoint = { shopId: context.shop.id, id: 'one', url: 'https://a.example/', secretSealed: sealed }
    const receiver = { ...endpoint, oldSecretSealed: null, oldSecretUntil: null }
    const sent = await sendSigned(engine, context.shop, receiver, { id: 'm', body: '{}' })
    expect(sent).toMatchObject({ accepted: false, status: null, error: 'secret_unopened' })
  })

  it('keeps no new secret from signing', async () => {
    const { engine, context } = office
    const { id } = await createEndpoint(context, { name: 'Orders', url: 'https://a.example/' })
    const whereIt = whereEndpoint({ shopId: context.shop.id, id })
    await engine.db.update(forwardingEndpoints).set({ secretSealed: sealed }).where(whereIt)
    const { secret } = await rotateSecret(context, id)
    expect(signingSecrets(engine, await loadEndpoint(engine.db, context, id))).toEqual([secret])
  })

  it('is shown on the page of the connection, and replaced there', async () => {
    const { engine, context } = office
    const { id } = context.shop
    const inUse = { shopId: id, setAt: new Date(), until: new Date(Date.now() + 3_600_000) }
    await engine.db.insert(oldSecretKeys).values({ ...inUse, id: crypto.randomUUID(), keySealed: sealed })
    // A lost old key takes no evidence from the one in use.
    expect(await evidenceKeys(context)).toEqual([testSecret])

    await engine.db.update(shops).set({ secretKeySealed: sealed }).where(eq(shops.id, id))
    const shown = await readConnection(context)
    expect(shown).toMatchObject({ secret_key: { last_four: null }, old_keys: [{ last_four: null }] })
    const key = 'a key that is entered again'
    const rotation = { secret_key: key, keep_hours: 1, version: shown.version, accept_untested: true }
    expect(await rotateKey(context, rotation)).toMatchObject({ secret_key: { last_four: 'gain' } })
    const shop = await loadShop(engine.db, id)
    expect(await evidenceKeys({ engine, shop: shop! })).toEqual([key])
  })
})
