import 'server-only'
import type { GatewayHealth } from '../../contracts/shop'
import { singleton } from '../../db/singleton'

type Last = { latencyMs: number; failure: string | null; at: Date }
const calls = singleton<Map<string, Last>>('gateway-health')

function lastCalls(): Map<string, Last> {
  if (!calls.peek()) calls.set(new Map())
  return calls.get()
}

/** Remembers how a shop's last call to the gateway went, in this process. `failure`: the gateway is down. */
export function noteCall(shopId: string, call: { latencyMs: number; failure: string | null }): void {
  lastCalls().set(shopId, { ...call, at: new Date() })
}

/** How the gateway did when last called for this shop; unknown before the first call. */
export function gatewayHealthOf(shopId: string): GatewayHealth {
  const last = lastCalls().get(shopId)
  if (!last) return { state: 'unknown', latency_ms: null, checked_at: null, failure: null }
  const { latencyMs, failure, at } = last
  return {
    state: failure ? 'down' : 'ok',
    latency_ms: failure ? null : latencyMs,
    checked_at: at.toISOString(),
    failure,
  }
}
