import 'server-only'
import { clock } from './clock'

/** So many calls in a row without an answer, and no more go out for a while. */
const failuresToOpen = 5
/** Of time-outs fewer will do: each has cost somebody half a minute. */
const timeOutsToOpen = 2
/** The first pause is 1 to 2 seconds, each further one twice as long, up to 15 to 30. */
const firstPauseMs = 2_000
const longestPauseMs = 30_000

/** What one call tells the breaker; only the first word counts. */
export type Permit = {
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
