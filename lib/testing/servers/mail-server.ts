import 'server-only'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { forgetAllowedNetworks } from '../../core/server/sending/outgoing'
import { installation, mailServer } from '../../core/server/tables/installation'
import type { Engine } from '../../db/engine'
import { testCertificate, testKey } from './certificates'

/** For tests: sends the installation's mail to a server on this machine, unencrypted. */
export async function useMailServer({ db }: Pick<Engine, 'db'>, port: number): Promise<void> {
  const saved = { host: '127.0.0.1', port, encryption: 'none', senderAddress: 'office@shop.example' } as const
  const networks = { allowedNetworks: ['127.0.0.0/8'] }
  await db
    .insert(mailServer)
    .values({ id: 1, ...saved })
    .onConflictDoUpdate({ target: mailServer.id, set: saved })
  await db
    .insert(installation)
    .values({ id: 1, ...networks })
    .onConflictDoUpdate({ target: installation.id, set: networks })
  forgetAllowedNetworks()
}

type Behaviour = {
  /** Refuses every sender, with this text. */
  refuses?: string
  /** The only recipients it accepts; absent: all. */
  knows?: string[]
  /** A recipient that it refuses for now. */
  refusesForNow?: string
  password?: string
  hasTls?: boolean
}

type Mail = { from: string; to: string[]; data: string; login: string | null; isEncrypted: boolean }

/** For tests: an SMTP server (RFC 5321, 3207 and 4954, as far as a client needs them) that keeps its mails. */
export async function openMailServer(behaviour: Behaviour = {}) {
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

function converse(socket: Socket, mails: Mail[], behaviour: Behaviour, isEncrypted: boolean): void {
  const say = (line: string) => socket.write(`${line}\r\n`)
  const mail: Mail = { from: '', to: [], data: '', login: null, isEncrypted }
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
      if (behaviour.hasTls && !isEncrypted) say('250-STARTTLS')
      if (behaviour.password !== undefined) say('250-AUTH PLAIN')
      say('250 8BITMIME')
    } else if (verb === 'STARTTLS' && behaviour.hasTls) {
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
      const to = line.slice(8).replace(/[<>]/g, '')
      if (behaviour.knows && !behaviour.knows.includes(to)) return void say('550 5.1.1 nobody here')
      if (to === behaviour.refusesForNow) return void say('450 4.2.0 greylisted')
      mail.to.push(to)
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
  if (!isEncrypted) say('220 localhost ESMTP')
}
