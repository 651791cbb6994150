import 'server-only'
import type { GatewayHealth } from '../../core/shop'
import { singleton } from '../../db/singleton'
import type { Shop } from '../../core/server/context'
import { type GatewayError, isOutage } from '../../core/server/errors'
import { isSilent, type Hosts } from './breaker'

type Call = {
  latencyMs: number
  failure: GatewayError['code'] | null
  /** Method and path. */
  request: string
}
type Last = Call & { at: Date }
const calls = singleton<Map<string, Last>>('gateway-health')

function lastCalls(): Map<string, Last> {
  if (!calls.peek()) calls.set(new Map())
  return calls.get()
}

/** Stores the outcome of a shop's last gateway call, in this process. `failure` is null if it succeeded. */
export function noteCall(shopId: string, call: Call): void {
  lastCalls().set(shopId, { ...call, at: new Date() })
}

/**
 * Returns the health of a shop's gateway after the last call; unknown before the first call, and while the shop is
 * archived. The gateway is down when one of its hosts left several calls in a row unanswered, even if another host
 * answers. A single unanswered call may be an accident.
 */
export function gatewayHealthOf(shop: Hosts & Pick<Shop, 'archivedAt'>): GatewayHealth {
  const last = shop.archivedAt ? undefined : lastCalls().get(shop.id)
  if (!last) return { state: 'unknown', latency_ms: null, checked_at: null, request: null, failure: null }
  const { latencyMs, at, request } = last
  // A gateway that asks to slow down is reachable.
  const failure = last.failure === 'gateway_rate_limited' ? null : last.failure
  const state = isSilent(shop) ? 'down' : stateAfter(failure)
  return {
    state,
    latency_ms: state === 'ok' ? latencyMs : null,
    checked_at: at.toISOString(),
    request,
    failure:
      state === 'down' && (failure === null || !isOutage(failure)) ? 'gateway_unavailable' : last.failure,
  }
}

function stateAfter(failure: Last['failure']): GatewayHealth['state'] {
  if (failure === null) return 'ok'
  return isOutage(failure) ? 'unanswered' : 'unusable'
}
