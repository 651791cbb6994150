import 'server-only'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Converts an incoming message to a `Request` whose body streams. */
export function toRequest(incoming: IncomingMessage): Request {
  const headers = new Headers(
    Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const method = incoming.method ?? 'GET'
  const bodyless = method === 'GET' || method === 'HEAD'
  const body = bodyless ? undefined : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method,
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
}

/** Sends a response as Next does: an error in its body breaks the connection. */
export async function sendAnswer(
  answer: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    ...(incoming.complete ? {} : { connection: 'close' }),
  })
  if (!answer.body) {
    outgoing.end()
    return
  }
  // A pipeline destroys the connection when the body fails; the client in the test sees that.
  await pipeline(Readable.fromWeb(answer.body as never), outgoing).catch(() => undefined)
}

export async function serveHttp(handler: (request: Request) => Promise<Response>) {
  const server = createServer((incoming, outgoing) => {
    void handler(toRequest(incoming)).then((answer) => sendAnswer(answer, incoming, outgoing))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
