import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Shop } from '../../core/server/context'
import { GatewayError } from '../../core/server/errors'
import { singleton } from '../../db/singleton'

/** Consecutive unanswered calls that open the breaker. */
const failuresToOpen = 5
/** Consecutive time-outs that open the breaker. Fewer, because each may cost the caller half a minute. */
const timeOutsToOpen = 2
/** The first pause is 1 to 2 seconds. Each further pause doubles, up to 15 to 30 seconds. */
const firstPauseMs = 2_000
const longestPauseMs = 30_000

/** How a call reports its outcome to the breaker. Only the first report counts. */
type Permit = {
  answered(): void
  failed(how?: { isTimeOut: boolean }): void
  /** The call ended without showing whether the gateway answers. */
  left(): void
}

/**
 * A circuit breaker. It opens after several consecutive failures. After a pause, one call goes out as a probe while all
 * others are still refused. An answer closes the breaker; a failure opens it for longer. A read that failed after its
 * repeats counts as one failure.
 *
 * Not a library: cockatiel needs Node 22 since 4.0, and 3.2 makes every call wait for the probe and does not say when
 * to retry. opossum needs Node 22, too.
 */
export class Breaker {
  private failures = 0
  private openings = 0
  /** When the next probe may go; null while closed. */
  private probeAt: number | null = null
  private isProbing = false

  /** Returns how long calls are still refused, in milliseconds. 0: one may go now. */
  refusedFor(): number {
    if (this.probeAt === null) return 0
    // The probe's duration is unknown, so ask callers to retry soon.
    return this.isProbing ? firstPauseMs / 2 : Math.max(0, this.probeAt - clock.now())
  }

  /** True from the failure that opened the breaker until a probe is answered. */
  get isOpen(): boolean {
    return this.probeAt !== null
  }

  /** Registers a call. Only allowed while {@link refusedFor} is 0. */
  enter(): Permit {
    const isProbe = this.probeAt !== null
    if (isProbe) this.isProbing = true
    let isPending = true
    const once =
      <Word extends unknown[]>(then: (...word: Word) => void) =>
      (...word: Word) => {
        if (!isPending) return
        isPending = false
        if (isProbe) this.isProbing = false
        then(...word)
      }
    return {
      answered: once(() => this.close()),
      failed: once((how) => this.count(isProbe, how)),
      left: once(() => {}),
    }
  }

  private close(): void {
    this.failures = 0
    this.openings = 0
    this.probeAt = null
  }

  private count(isProbe: boolean, { isTimeOut } = { isTimeOut: false }): void {
    const isClosed = this.probeAt === null
    // A call that began before the breaker opened shows nothing new and must not lengthen the pause.
    if (!isClosed && !isProbe) return
    this.failures += isTimeOut ? failuresToOpen / timeOutsToOpen : 1
    if (isClosed && this.failures < failuresToOpen) return
    const pause = Math.min(firstPauseMs * 2 ** this.openings, longestPauseMs)
    this.openings += 1
    // Jitter, so that instances that lost the gateway together do not retry together.
    this.probeAt = clock.now() + pause * (0.5 + clock.random() / 2)
  }
}

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

/** Passes or refuses all calls of one shop to one host. */
export class Gate {
  private readonly breaker = new Breaker()
  /** Time before which the gateway asked not to be called. */
  private heldUntil = 0

  /**
   * Lets a call through, with all its attempts. A refused call was not sent, so a write has not happened.
   * @throws GatewayError with `retryAfterSeconds`: `gateway_rate_limited` while the gateway wants no calls,
   *   `gateway_unavailable` while it does not answer.
   */
  pass(): Permit {
    this.checkHold()
    const refused = this.breaker.refusedFor()
    if (refused > 0) throw new GatewayError('gateway_unavailable', { retryAfterSeconds: seconds(refused) })
    return this.breaker.enter()
  }

  /** Also called before each repeat. @throws GatewayError `gateway_rate_limited` while the gateway wants no calls. */
  checkHold(): void {
    const held = this.heldUntil - clock.now()
    if (held > 0) throw new GatewayError('gateway_rate_limited', { retryAfterSeconds: seconds(held) })
  }

  hold(retryAfterSeconds: number): void {
    this.heldUntil = Math.max(this.heldUntil, clock.now() + retryAfterSeconds * 1000)
  }

  /** Whether calls are refused because the gateway does not answer. */
  get isOpen(): boolean {
    return this.breaker.refusedFor() > 0
  }

  get state(): GateState {
    if (this.isSilent) return 'open'
    return this.heldUntil > clock.now() ? 'held' : 'closed'
  }

  /** Whether the last calls went unanswered, even if the next one may go out as a probe. */
  get isSilent(): boolean {
    return this.breaker.isOpen
  }
}

/** `held`: the host asked not to be called. `open`: it does not answer. */
type GateState = 'closed' | 'held' | 'open'

/** Keyed by shop and host: a rate limit concerns one account, an outage one host. In this process only. */
const gates = singleton<Map<string, Gate>>('gateway-gates')

const keyOf = (shopId: string, host: string): string => `${shopId} ${host}`

export function gateOf(shopId: string, { host }: URL): Gate {
  if (!gates.peek()) gates.set(new Map())
  const key = keyOf(shopId, host)
  const gate = gates.get().get(key) ?? new Gate()
  gates.get().set(key, gate)
  return gate
}

/**
 * How many shops have each state at each host, in this process. `inUse`: the shops whose hosts count; null: unknown. A
 * gate outlives its shop, and the shop's move to another host.
 */
export function gateStates(
  inUse: readonly Hosts[] | null,
): { host: string; state: GateState; shops: number }[] {
  const current =
    inUse && new Set(inUse.flatMap((shop) => hostsOf(shop).map(({ host }) => keyOf(shop.id, host))))
  const counts = new Map<string, { host: string; state: GateState; shops: number }>()
  for (const [key, gate] of gates.peek() ?? []) {
    if (current && !current.has(key)) continue
    const host = key.slice(key.indexOf(' ') + 1)
    const counted = counts.get(`${host} ${gate.state}`) ?? { host, state: gate.state, shops: 0 }
    counts.set(`${host} ${gate.state}`, { ...counted, shops: counted.shops + 1 })
  }
  return [...counts.values()]
}

/** Whether calls to any of the shop's current hosts are refused because it does not answer. */
export const isRefusingCalls = (shop: Hosts): boolean =>
  hostsOf(shop).some((url) => gateOf(shop.id, url).isOpen)

/** Whether any of the shop's hosts counts as unreachable after consecutive unanswered calls. */
export const isSilent = (shop: Hosts): boolean => hostsOf(shop).some((url) => gateOf(shop.id, url).isSilent)

export type Hosts = Pick<Shop, 'id' | 'gatewayUrl' | 'apmUrl' | 'checkoutUrl'>

const hostsOf = ({ gatewayUrl, apmUrl, checkoutUrl }: Hosts): URL[] =>
  [gatewayUrl, apmUrl, checkoutUrl].map((url) => new URL(url))

/** The client's source of time and randomness, which tests replace. */
export const clock = {
  /** Milliseconds of a monotonic clock. */
  now: (): number => performance.now(),
  random: (): number => Math.random(),
  sleep: async (ms: number): Promise<void> => sleep(ms),
}
