import 'server-only'
import { singleton } from '../../db/singleton'
import type { Shop } from '../../core/server/context'
import { GatewayError } from '../../core/server/errors'
import { setTimeout as sleep } from 'node:timers/promises'

/** So many calls in a row without an answer, and no more go out for a while. */
const failuresToOpen = 5
/** Of time-outs fewer will do: each has cost somebody half a minute. */
const timeOutsToOpen = 2
/** The first pause is 1 to 2 seconds, each further one twice as long, up to 15 to 30. */
const firstPauseMs = 2_000
const longestPauseMs = 30_000

/** What one call tells the breaker; only the first word counts. */
type Permit = {
  answered(): void
  failed(how?: { timedOut: boolean }): void
  /** It ended without telling anything about the other side. */
  left(): void
}

/**
 * A circuit breaker: closed while the other side answers; open after several failures in a row; then, after a
 * pause, one call goes as a probe while all others are still refused. The probe's answer closes it, its
 * failure opens it for longer. A read that failed in spite of its repeats is one failure.
 *
 * Own code and not a library: cockatiel needs Node 22 since 4.0, and 3.2 lets everybody wait for the probe,
 * which takes as long as a time-out, and does not tell when to come back; opossum needs Node 22, too.
 */
export class Breaker {
  private failures = 0
  private openings = 0
  /** When the next probe may go; null while closed. */
  private probeAt: number | null = null
  private probing = false

  /** How long calls are still refused, in milliseconds; 0: one may go now. */
  refusedFor(): number {
    if (this.probeAt === null) return 0
    // How long a probe takes nobody knows: come back soon.
    return this.probing ? firstPauseMs / 2 : Math.max(0, this.probeAt - clock.now())
  }

  /** Whether it is open: from the last of the failures that opened it until a probe is answered. */
  get isOpen(): boolean {
    return this.probeAt !== null
  }

  /** Registers a call; only while {@link refusedFor} is 0. */
  enter(): Permit {
    const probe = this.probeAt !== null
    if (probe) this.probing = true
    let open = true
    const once =
      <Word extends unknown[]>(then: (...word: Word) => void) =>
      (...word: Word) => {
        if (!open) return
        open = false
        if (probe) this.probing = false
        then(...word)
      }
    return {
      answered: once(() => this.close()),
      failed: once((how) => this.count(probe, how)),
      left: once(() => {}),
    }
  }

  private close(): void {
    this.failures = 0
    this.openings = 0
    this.probeAt = null
  }

  private count(probe: boolean, { timedOut } = { timedOut: false }): void {
    const closed = this.probeAt === null
    // A call that began before it opened says nothing new, and must not lengthen the pause.
    if (!closed && !probe) return
    this.failures += timedOut ? failuresToOpen / timeOutsToOpen : 1
    if (closed && this.failures < failuresToOpen) return
    const pause = Math.min(firstPauseMs * 2 ** this.openings, longestPauseMs)
    this.openings += 1
    // Jitter, so that instances that lost the gateway together do not come back together.
    this.probeAt = clock.now() + pause * (0.5 + clock.random() / 2)
  }
}

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

/** Time and chance as the client sees them, in one place so that a test can put its own there. */
export const clock = {
  /** Milliseconds on a clock that never goes back. */
  now: (): number => performance.now(),
  /** At least 0, less than 1. */
  random: (): number => Math.random(),
  sleep: async (ms: number): Promise<void> => sleep(ms),
}
