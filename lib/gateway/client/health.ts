import 'server-only'
import type { GatewayHealth } from '../../core/shop'
import { singleton } from '../../db/singleton'
import { type GatewayError, isOutage } from '../../core/server/errors'
import { isSilent, type Hosts } from './breaker'

type Last = { latencyMs: number; failure: GatewayError['code'] | null; at: Date }
const calls = singleton<Map<string, Last>>('gateway-health')

function lastCalls(): Map<string, Last> {
  if (!calls.peek()) calls.set(new Map())
  return calls.get()
}

/** Remembers how a shop's last call to the gateway went, in this process. `failure`: what was wrong with it. */
export function noteCall(
  shopId: string,
  call: { latencyMs: number; failure: GatewayError['code'] | null },
): void {
  lastCalls().set(shopId, { ...call, at: new Date() })
}

/**
 * How the gateway did when last called for this shop; unknown before the first call. It is not reachable once calls to
 * one of its hosts are refused because several in a row got no answer, whatever another host answered last: one call
 * without an answer may be an accident.
 */
export function gatewayHealthOf(shop: Hosts): GatewayHealth {
  const last = lastCalls().get(shop.id)
  if (!last) return { state: 'unknown', latency_ms: null, checked_at: null, failure: null }
  const { latencyMs, at } = last
  // One that asks to slow down is there and answers.
  const failure = last.failure === 'gateway_rate_limited' ? null : last.failure
  const state = isSilent(shop) ? 'down' : stateAfter(failure)
  return {
    state,
    latency_ms: state === 'ok' ? latencyMs : null,
    checked_at: at.toISOString(),
    failure:
      state === 'down' && (failure === null || !isOutage(failure)) ? 'gateway_unavailable' : last.failure,
  }
}

function stateAfter(failure: Last['failure']): GatewayHealth['state'] {
  if (failure === null) return 'ok'
  return isOutage(failure) ? 'unanswered' : 'unusable'
}
