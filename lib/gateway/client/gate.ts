import 'server-only'
import { singleton } from '../../db/singleton'
import type { Shop } from '../../core/server/context'
import { GatewayError } from '../../core/server/errors'
import { Breaker, type Permit } from './breaker'
import { clock } from './clock'

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

/** Through it go all calls of one shop to one host, or they are refused at once. */
export class Gate {
  private readonly breaker = new Breaker()
  /** The gateway asked not to be called before then. */
  private heldUntil = 0

  /**
   * Lets a call out, with all its attempts. What is refused was not sent, so a write has not happened.
   * @throws GatewayError with `retryAfterSeconds`: `gateway_rate_limited` while the gateway wants no calls,
   *   `gateway_unavailable` while it does not answer.
   */
  pass(): Permit {
    this.checkHold()
    const refused = this.breaker.refusedFor()
    if (refused > 0) throw new GatewayError('gateway_unavailable', { retryAfterSeconds: seconds(refused) })
    return this.breaker.enter()
  }

  /** Also before a further attempt. @throws GatewayError `gateway_rate_limited` while the gateway wants no calls. */
  checkHold(): void {
    const held = this.heldUntil - clock.now()
    if (held > 0) throw new GatewayError('gateway_rate_limited', { retryAfterSeconds: seconds(held) })
  }

  /** Lets nothing out for so long. */
  hold(retryAfterSeconds: number): void {
    this.heldUntil = Math.max(this.heldUntil, clock.now() + retryAfterSeconds * 1000)
  }

  /** Whether calls are refused because nobody answers. */
  get isOpen(): boolean {
    return this.breaker.refusedFor() > 0
  }

  /** Whether nobody answered the last calls, even where the next one may go out as a probe. */
  get isSilent(): boolean {
    return this.breaker.isOpen
  }
}

/** By shop and host: a limit concerns one account, an outage one host. In this process only. */
const gates = singleton<Map<string, Gate>>('gateway-gates')

/** The gate that calls of this shop to this address go through. */
export function gateOf(shopId: string, { host }: URL): Gate {
  if (!gates.peek()) gates.set(new Map())
  const key = `${shopId} ${host}`
  const gate = gates.get().get(key) ?? new Gate()
  gates.get().set(key, gate)
  return gate
}

/** Whether calls to any of the shop's hosts, as they are now, are refused because it does not answer. */
export const isCutOff = ({ id, gatewayUrl, apmUrl, checkoutUrl }: Hosts): boolean =>
  [gatewayUrl, apmUrl, checkoutUrl].some((url) => gateOf(id, new URL(url)).isOpen)

/** Whether any of the shop's hosts left so many calls unanswered that it counts as not reachable. */
export const isSilent = ({ id, gatewayUrl, apmUrl, checkoutUrl }: Hosts): boolean =>
  [gatewayUrl, apmUrl, checkoutUrl].some((url) => gateOf(id, new URL(url)).isSilent)

/** What identifies a shop's gates. */
export type Hosts = Pick<Shop, 'id' | 'gatewayUrl' | 'apmUrl' | 'checkoutUrl'>
