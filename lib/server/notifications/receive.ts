import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { engine, type Engine } from '../../db/engine'
import { singleton } from '../../db/singleton'
import { readBody } from '../body'
import type { Shop } from '../context'
import { AppError } from '../errors'
import { log } from '../log'
import { problemResponse } from '../problem'
import { loadShopByHookKey } from '../shops/load'
import { secretKey } from '../shops/secret'
import { judge } from './authenticity'
import { processLater } from './process-later'
import { notificationStore, type Received, type Stored } from './store'

/** Largest notification, in bytes. */
const maxBody = 1024 * 1024

/** Kept with a notification for the developer who reads it; `authorization` is the shop's secret, and never is. */
const keptHeaders = [
  'content-type',
  'content-length',
  'content-signature',
  'user-agent',
  'x-request-id',
  'date',
]

type Receiver = {
  engine: Engine
  store: (row: Received) => Promise<Stored>
  shops: Map<string, { shop: Shop; secret: string; until: number }>
}
const receiver = singleton<Receiver>('notification-receiver')

function theReceiver(): Receiver {
  const current = engine.get()
  if (receiver.peek()?.engine !== current) {
    receiver.set({ engine: current, store: notificationStore(current.db), shops: new Map() })
  }
  return receiver.get()
}

/** A shop's secrets are looked up at most every few seconds: under load there is one query, not thousands. */
const cachedForMs = 5_000

async function shopOf(hookKey: string): Promise<{ shop: Shop; secret: string } | null> {
  const { shops } = theReceiver()
  const cached = shops.get(hookKey)
  if (cached && cached.until > Date.now()) return cached
  const shop =
    hookKey.length <= 100 && !hookKey.includes('\0')
      ? await loadShopByHookKey(engine.get().db, hookKey)
      : null
  if (!shop) return null
  const fresh = { shop, secret: secretKey({ engine: engine.get(), shop }), until: Date.now() + cachedForMs }
  shops.set(hookKey, fresh)
  return fresh
}

/**
 * Receives a notification (interface: “Events”). The right key always gets 200 once the body is on disk,
 * whatever its authenticity: what falls short is quarantined. A wrong key gets 404, a body over 1 MiB 413,
 * a storage failure 503, so that the gateway sends again. Nothing is parsed before it is stored.
 */
export async function receiveNotification(hookKey: string, request: Request): Promise<Response> {
  try {
    const known = await shopOf(hookKey)
    if (!known) throw new AppError('not_found')
    const body = await readBody(request, maxBody)
    const stored = await theReceiver().store({
      shopId: known.shop.id,
      body,
      fingerprint: createHash('sha256').update(body).digest(),
      headers: Object.fromEntries(keptHeaders.flatMap((name) => headerPair(request.headers, name))),
      receivedAt: new Date(),
      ...judge(
        {
          body,
          authorization: request.headers.get('authorization'),
          contentSignature: request.headers.get('content-signature'),
        },
        { ...known.shop, secretKey: known.secret },
      ),
    })
    processLater(engine.get(), known.shop, stored.id)
    return new Response('OK', { status: 200, headers: { 'Content-Type': 'text/plain' } })
  } catch (error) {
    const correlationId = randomUUID()
    if (error instanceof AppError) return problemResponse(error, correlationId)
    log().error({ err: error, correlation_id: correlationId }, 'notification not stored')
    return problemResponse(new AppError('storage_unavailable', { cause: error }), correlationId)
  }
}

function headerPair(headers: Headers, name: string): [string, string][] {
  const value = headers.get(name)
  return value === null ? [] : [[name, value.slice(0, 2000)]]
}
