import 'server-only'
import type { GatewayHealth } from '../../contracts/shop'
import { singleton } from '../../db/singleton'

type Last = { latencyMs: number; failure: string | null; at: Date }
const calls = singleton<Map<string, Last>>('gateway-health')

function lastCalls(): Map<string, Last> {
  if (!calls.peek()) calls.set(new Map())
  return calls.get()
}

/** Remembers how a shop's last call to the gateway went, in this process. `failure`: what was wrong with it. */
export function noteCall(shopId: string, call: { latencyMs: number; failure: string | null }): void {
  lastCalls().set(shopId, { ...call, at: new Date() })
}

/** How the gateway did when last called for this shop; unknown before the first call. */
export function gatewayHealthOf(shopId: string): GatewayHealth {
  const last = lastCalls().get(shopId)
  if (!last) return { state: 'unknown', latency_ms: null, checked_at: null, failure: null }
  const { latencyMs, failure, at } = last
  // One that asks to slow down is there and answers.
  const down = failure !== null && failure !== 'gateway_rate_limited'
  return {
    state: down ? 'down' : 'ok',
    latency_ms: down ? null : latencyMs,
    checked_at: at.toISOString(),
    failure,
  }
}
