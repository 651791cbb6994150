import { hash } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testSecret } from '../../../testing/office'
import { replayNotification } from '../interpreting/replay'
import { listNotifications } from '../reading/list'
import { readNotificationDetail } from '../reading/read'
import { credentials, payment, publicKey, receivingBench, signature } from './testing-receiver'

/** Even compressed, it is longer than an entry of an index. */
const varied = Array.from({ length: 1000 }, (_, n) =>
  String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
).join('')

onEachEngine('a notification that arrives', (kind) => {
  const bench = receivingBench(kind)
  const { receive, rows, processed, context } = bench
  let { office, shop } = bench
  beforeAll(() => {
    ;({ office, shop } = bench)
  })

  it.each<[string, (body: string) => Record<string, string>, Record<string, string>]>([
    ['a signature', signature, { authenticity: 'signature', signature: 'verified', credentials: 'absent' }],
    [
      'credentials',
      () => credentials,
      { authenticity: 'credentials', signature: 'absent', credentials: 'matched' },
    ],
    [
      'both',
      (body) => ({ ...signature(body), ...credentials }),
      { authenticity: 'signature', signature: 'verified', credentials: 'matched' },
    ],
    ['nothing', () => ({}), { authenticity: 'unverified', signature: 'absent', credentials: 'absent' }],
    ['a forged signature', () => signature('x'), { authenticity: 'unverified', signature: 'failed' }],
  ])('with %s is on disk once it is answered with 200', async (_name, headers, expected) => {
    const body = payment()
    const answer = await receive(body, {
      ...headers(body),
      'content-type': 'application/json',
      cookie: 'c=1',
    })
    expect(answer.status).toBe(200)
    const [row] = await rows()
    expect(row).toMatchObject({ ...expected, shopId: shop.id, deliveryCount: 1 })
    expect(row?.body.toString()).toBe(body)
    const kept = JSON.stringify(row?.headers)
    expect(kept).toContain('application/json')
    for (const secret of ['authorization', 'cookie', testSecret])
      expect(kept.toLowerCase()).not.toContain(secret)
    await processed()
  })

  it('has no card number in any header that is stored', async () => {
    const number = '4200 0000 0000 0000'
    await receive(payment(), { 'content-signature': number, 'user-agent': number, 'x-request-id': number })
    const [row] = await rows()
    const masked = '••••0000'
    expect(row?.headers).toMatchObject({ 'content-signature': masked, 'user-agent': masked })
    expect(JSON.stringify(row?.headers)).not.toContain('4200')
    const body = payment()
    await receive(body, signature(body))
    expect((await rows())[1]?.headers).toMatchObject(signature(body))
    await processed()
  })

  it.each<[string, (code: string) => string]>([
    ['JSON', (code) => payment({ uid: 'coded', credit_card: { verification_value: code } })],
    ['a form', (code) => `credit_card[verification_value]=${code}`],
    ['a form in a text', (code) => payment({ uid: 'coded', x: `card_cvc=${code}` })],
    ['bytes that are no text', (code) => `credit_card[verification_value]=${code}&a=\xff`],
  ])('has no hash or signature by which to find a security code in %s', async (_where, bodyOf) => {
    const bytesOf = (code: string) => new Uint8Array(Buffer.from(bodyOf(code), 'latin1'))
    await receive(bytesOf('123'), { ...signature(Buffer.from(bytesOf('123'))), ...credentials })
    const [row] = await processed()
    expect(row).toMatchObject({ signature: 'verified', hasCardNumber: false })
    expect(row?.body.toString('latin1')).not.toContain('123')
    // With the public key, the signature would tell which guess is right.
    expect(row?.headers).not.toHaveProperty('content-signature')
    const found = Array.from({ length: 1000 }, (_, n) => bytesOf(String(n).padStart(3, '0'))).filter(
      (guess) => hash('sha256', guess, 'buffer').equals(row?.fingerprint ?? Buffer.alloc(0)),
    )
    expect(found).toEqual([])
    const detail = await replayNotification(context(), row?.id ?? '')
    expect(detail).toMatchObject({ sha256: null, signature: 'verified', authenticity: 'signature' })
  })

  it.each([JSON.stringify({ x: '•••• 4242' }), 'ends ****'])(
    'shows the hash of a body that has dots or stars of its own: %j',
    async (body) => {
      await receive(body, { ...signature(body), ...credentials })
      const [row] = await processed()
      const detail = await replayNotification(context(), row?.id ?? '')
      expect(detail).toMatchObject({ sha256: hash('sha256', body), signature: 'verified' })
    },
  )

  it.each(['', 'wrong', 'x'.repeat(5000), 'a\0b', '%00', '../..', "' OR 1=1"])(
    'at the unknown address %j is 404 and stored nowhere',
    async (key) => {
      expect((await receive(payment(), credentials, key)).status).toBe(404)
      expect(await rows()).toEqual([])
    },
  )

  it('over 1 MiB is 413 and kept nowhere, declared or not', async () => {
    const body = 'x'.repeat(1024 * 1024 + 1)
    expect((await receive(body, { 'content-length': String(body.length) })).status).toBe(413)
    expect((await receive(new Blob([body]).stream())).status).toBe(413)
    expect((await receive('{}', { 'content-length': '9'.repeat(30) })).status).toBe(413)
    expect(await rows()).toEqual([])
  })

  it('of just 1 MiB, and with lengths that are nonsense, is kept', async () => {
    expect((await receive('x'.repeat(1024 * 1024))).status).toBe(200)
    expect((await receive('{}', { 'content-length': 'nonsense' })).status).toBe(200)
    await processed()
  })

  it.each<[string, BodyInit, string, string]>([
    ['empty', '', 'not_json', ''],
    ['no JSON', 'uid=1', 'not_json', 'uid=1'],
    ['no text', Buffer.from([0xff, 0x41, 0x00, 0xfe]), 'not_utf8', String.raw`\xffA${'\0'}\xfe`],
  ])('that is %s is recorded as unreadable', async (_name, body, reason, raw) => {
    expect((await receive(body, credentials)).status).toBe(200)
    const [row] = await processed()
    expect(row).toMatchObject({ kind: 'unreadable', authenticity: 'credentials', uid: null })
    const detail = await readNotificationDetail(context(), row?.id ?? '')
    expect(detail).toMatchObject({ unreadable_reason: reason, payload: null, raw })
  })

  it.each<[string, string, object]>([
    ['a byte order mark', `\ufeff${payment({ uid: 'bom' })}`, { kind: 'transaction', uid: 'bom' }],
    ['NUL in its texts', payment({ uid: 'a\0b', description: 'c\0' }), { uid: 'ab', description: 'c' }],
    ['half characters', payment({ uid: 'u\ud800' }), { kind: 'transaction' }],
    [
      'an amount beyond all range',
      payment({ amount: '9'.repeat(30) }),
      { kind: 'transaction', amount: null },
    ],
    [
      'an endless product',
      payment({ additional_data: { product_id: `prd_${'a1'.repeat(9000)}` } }),
      { productId: null },
    ],
    [
      'endless texts',
      payment({ description: 'ü'.repeat(200_000), status: 's'.repeat(5000) }),
      { kind: 'transaction' },
    ],
    [
      'a status that no index holds',
      payment({ status: varied }),
      { kind: 'transaction', status: varied.slice(0, 255) },
    ],
    [
      'a currency that no index holds',
      payment({ currency: varied }),
      { kind: 'transaction', currency: varied.slice(0, 255) },
    ],
    [
      'a currency of an order that no index holds',
      JSON.stringify({ token: 't', expired: true, order: { currency: varied } }),
      { kind: 'expired_checkout', currency: varied.slice(0, 255) },
    ],
    [
      '100,000 levels',
      payment().replace('1250', `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
      { amount: null },
    ],
  ])('with %s is described, and can be looked at', async (_name, body, expected) => {
    expect((await receive(body, credentials)).status).toBe(200)
    const [row] = await processed()
    expect(row).toMatchObject(expected)
    const detail = await readNotificationDetail(context(), row?.id ?? '')
    expect(JSON.stringify(detail).length).toBeGreaterThan(10)
    expect((await listNotifications(context(), { sort: '-received_at', limit: 50 })).items).toHaveLength(1)
  })

  it('twice is one row that counts', async () => {
    const body = payment()
    for (let n = 0; n < 2; n++) expect((await receive(body, credentials)).status).toBe(200)
    const all = await processed()
    expect(all).toHaveLength(1)
    expect(all[0]).toMatchObject({ deliveryCount: 2 })
    expect((all[0]?.lastReceivedAt.valueOf() ?? 0) >= (all[0]?.receivedAt.valueOf() ?? 1)).toBe(true)
  })

  it('many times at once is one row with a count', async () => {
    const body = payment()
    const answers = await Promise.all(Array.from({ length: 40 }, () => receive(body, credentials)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect((await processed()).map(({ deliveryCount }) => deliveryCount)).toEqual([40])
  })

  it('is never hidden by a forged copy, nor the other way round', async () => {
    const body = payment()
    await receive(body)
    await receive(body, credentials)
    await receive(body, signature(body))
    await receive(body)
    const all = await processed()
    expect(all.map(({ authenticity, deliveryCount }) => `${authenticity} ${deliveryCount}`).sort()).toEqual([
      'credentials 1',
      'signature 1',
      'unverified 2',
    ])
  })

  it('belongs to the shop of its address only', async () => {
    const body = payment()
    const other = await office.insertShop(`shop-${crypto.randomUUID()}`, publicKey)
    await receive(body, credentials)
    await receive(body, credentials, other.hookKey)
    const all = await processed()
    expect(new Set(all.map(({ shopId }) => shopId))).toEqual(new Set([shop.id, other.id]))
    await expect(
      readNotificationDetail(context(), all.find(({ shopId }) => shopId === other.id)?.id ?? ''),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})
