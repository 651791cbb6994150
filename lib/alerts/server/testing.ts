import 'server-only'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { v7 as uuidv7 } from 'uuid'
import type { Engine } from '../../db/engine'
import { readNotification } from '../../gateway/notifications/notification'
import { lockLedger, recordTransactions } from '../../payments/server/ledger/ledger'
import { stateOf } from '../../payments/server/ledger/transaction'
import { notifications } from '../../notifications/server/tables'

/** For tests: a self-signed certificate for `localhost`, valid for a hundred years. */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUEcswxCbnNjahuNz0T9Drgy5gA1owCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjEwMzIxOVoYDzIxMjYxMDI5
MTAzMjE5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQHHREM9TWNL7OhtlVQ1zMLLjaG/OMklXcE8QVYqBPwkvnpO37Wtp5D
OiHOSlnlbUN1iWztTvS+PkTyUBJ2Dva7o2kwZzAdBgNVHQ4EFgQU6k+PEH4z2TFS
xagxeACkr2sPjLgwHwYDVR0jBBgwFoAU6k+PEH4z2TFSxagxeACkr2sPjLgwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAM8eBR5NPW0Wfny/AgToPgB5oeDESYpI683CNpmVTRkmAiBrnev2uJFF
ttnVAdN18JRtkhuxvqOlTc2tL87hP+zu1w==
-----END CERTIFICATE-----
`
export const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgIrdOQawLlvFj37Iy
0W7bVSVyVATgP/EvAuj9ITVR/zahRANCAAQHHREM9TWNL7OhtlVQ1zMLLjaG/OMk
lXcE8QVYqBPwkvnpO37Wtp5DOiHOSlnlbUN1iWztTvS+PkTyUBJ2Dva7
-----END PRIVATE KEY-----
`

export const testSettings = {
  NODE_ENV: 'test',
  APP_URL: 'https://office.example',
  DATABASE_URL: 'postgres://not-used',
  AUTH_SECRET: 'x'.repeat(32),
  SEALING_KEY: '0'.repeat(64),
  SANDBOX_REACH: 'machine',
}

type Mail = { from: string; to: string[]; data: string; login: string | null; encrypted: boolean }

/** For tests: an SMTP server (RFC 5321, 3207 and 4954, as far as a client needs them) that keeps its mails. */
export async function openMailServer(behaviour: { refuses?: string; password?: string; tls?: boolean } = {}) {
  const mails: Mail[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    converse(socket, mails, behaviour, false)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    behaviour,
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function converse(
  socket: Socket,
  mails: Mail[],
  behaviour: { refuses?: string; password?: string; tls?: boolean },
  encrypted: boolean,
): void {
  const say = (line: string) => socket.write(`${line}\r\n`)
  const mail: Mail = { from: '', to: [], data: '', login: null, encrypted }
  let isData = false
  let rest = ''
  const take = (line: string): void => {
    if (isData) {
      if (line !== '.') return void (mail.data += `${line}\n`)
      isData = false
      mails.push({ ...mail, to: [...mail.to] })
      return void say('250 2.0.0 taken as 42')
    }
    const [verb = ''] = line.toUpperCase().split(' ')
    if (verb === 'EHLO') {
      say('250-localhost')
      if (behaviour.tls && !encrypted) say('250-STARTTLS')
      if (behaviour.password !== undefined) say('250-AUTH PLAIN')
      say('250 8BITMIME')
    } else if (verb === 'STARTTLS' && behaviour.tls) {
      say('220 go ahead')
      socket.removeAllListeners('data')
      const secureContext = createSecureContext({ key: testKey, cert: testCertificate })
      const secure = new TLSSocket(socket, { isServer: true, secureContext })
      secure.on('error', () => undefined)
      converse(secure, mails, behaviour, true)
    } else if (verb === 'AUTH') {
      const [, user = '', password] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0')
      mail.login = user
      say(password === behaviour.password ? '235 2.7.0 welcome' : '535 5.7.8 wrong user or password')
    } else if (verb === 'MAIL') {
      mail.from = line.slice(10)
      say(behaviour.refuses ? `550 ${behaviour.refuses}` : '250 ok')
    } else if (verb === 'RCPT') {
      mail.to.push(line.slice(8).replace(/[<>]/g, ''))
      say('250 ok')
    } else if (verb === 'DATA') {
      isData = true
      say('354 go on')
    } else if (verb === 'QUIT') {
      say('221 bye')
      socket.end()
    } else say(verb === 'STARTTLS' ? '502 5.5.1 unknown' : '250 ok')
  }
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\r\n')
    rest = lines.pop() ?? ''
    lines.forEach(take)
  })
  if (!encrypted) say('220 localhost ESMTP')
}

/** For tests: inserts a processed notification, and its transaction into the ledger. */
export async function insertNotification(
  { db }: Pick<Engine, 'db'>,
  shopId: string,
  said: Partial<typeof notifications.$inferInsert> = {},
): Promise<string> {
  const id = uuidv7()
  const receivedAt = said.receivedAt ?? new Date()
  const [row] = await db
    .insert(notifications)
    .values({
      shopId,
      id,
      body: Buffer.from('{}'),
      fingerprint: randomBytes(32),
      headers: {},
      signature: 'absent',
      credentials: 'matched',
      authenticity: 'credentials',
      processedAt: new Date(),
      kind: 'transaction',
      type: 'payment',
      uid: uuidv7(),
      keys: [],
      ...said,
      receivedAt,
      lastReceivedAt: receivedAt,
    })
    .returning()
  if (row && row.authenticity !== 'unverified')
    await db.transaction(async (tx) => {
      await lockLedger(tx, shopId)
      await recordTransactions(tx, { id: shopId, mode: 'live' }, [stateOf(row, readNotification(row.body))])
    })
  return id
}
