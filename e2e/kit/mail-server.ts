/** A mail server for one test, without encryption: accepts and keeps every mail. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

export interface Mail {
  to: string[]
  /** Header and body as sent, with the soft line breaks of quoted-printable undone. */
  text: string
}

/** Starts it on this computer. */
export async function openMailServer(): Promise<{
  port: number
  mails: Mail[]
  close: () => Promise<void>
}> {
  const mails: Mail[] = []
  const server = createServer((socket) => {
    let waiting = ''
    let to: string[] = []
    let data: string[] | null = null
    const say = (line: string) => socket.write(`${line}\r\n`)
    const take = (line: string) => {
      if (data !== null) {
        if (line !== '.') return void data.push(line)
        mails.push({ to, text: data.join('\n').replaceAll('=\n', '').replaceAll('=3D', '=') })
        data = null
        to = []
        return say('250 kept')
      }
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'RCPT') to.push(/<(.*)>/.exec(line)?.[1] ?? '')
      if (verb === 'DATA') {
        data = []
        return say('354 go on')
      }
      return say(verb === 'QUIT' ? '221 bye' : '250 fine')
    }
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      const lines = (waiting + chunk.toString('utf8')).split('\r\n')
      waiting = lines.pop() ?? ''
      for (const line of lines) take(line)
    })
    say('220 mail.test')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
