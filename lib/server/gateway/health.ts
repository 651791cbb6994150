import 'server-only'
import type { GatewayHealth } from '../../contracts/shop'
import { singleton } from '../../db/singleton'
import { isCutOff, type Hosts } from './gate'

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

/**
 * How the gateway did when last called for this shop; unknown before the first call. While calls to one of
 * its hosts are refused because it does not answer, it is down, whatever another host answered last.
 */
export function gatewayHealthOf(shop: Hosts): GatewayHealth {
  const last = lastCalls().get(shop.id)
  if (!last) return { state: 'unknown', latency_ms: null, checked_at: null, failure: null }
  const { latencyMs, at } = last
  // One that asks to slow down is there and answers.
  const failed = last.failure !== null && last.failure !== 'gateway_rate_limited'
  const down = failed || isCutOff(shop)
  return {
    state: down ? 'down' : 'ok',
    latency_ms: down ? null : latencyMs,
    checked_at: at.toISOString(),
    failure: down && !failed ? 'gateway_unavailable' : last.failure,
  }
}
