import 'server-only'
import type { CountedAs } from '../../state'
import { countsIn } from './counted'
import type { ReportedState } from './transaction'

/**
 * Gives each refund and void that means the whole what is left of what it refers to, after all that have an amount.
 * Several share it in their order. `members`: of one payment, in the order of `byTime`.
 */
export function withWholeAmounts(members: readonly ReportedState[]): readonly ReportedState[] {
  let all = members
  for (const whole of members.filter(({ isWhole }) => isWhole)) {
    const left = whatIsLeft(whole, all)
    if (left) all = all.map((one) => (one.uid === whole.uid ? { ...one, ...left } : one))
  }
  return all
}

/** Null if it returns no money, or if what it refers to has no amount that counts. */
function whatIsLeft(
  whole: ReportedState,
  members: readonly ReportedState[],
): Pick<ReportedState, 'amount' | 'currency'> | null {
  const counts = countsIn(members)
  if (counts.get(whole.uid)?.meantAs !== 'refunded') return null
  const counted = (...kinds: CountedAs[]) =>
    members.filter(({ uid }) => kinds.some((kind) => counts.get(uid)?.countedAs === kind))
  const [paid, returned] = [counted('paid'), counted('refunded', 'charged_back')]
  const named = paid.find(({ uid }) => uid === whole.parentUid)
  const namedAs = counts.get(whole.parentUid ?? '')
  if (!named && namedAs?.meantAs === 'paid') return null
  const currency = whole.currency ?? (named ?? paid[0])?.currency ?? null
  const sumOf = (some: readonly ReportedState[]): number =>
    some.filter((one) => one.currency === currency).reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  if (paid.every((one) => one.currency !== currency)) return null
  const left = sumOf(paid) - sumOf(returned)
  const ofNamed = returned.filter(({ parentUid }) => parentUid === whole.parentUid)
  const leftOfNamed = named ? sumOf([named]) - sumOf(ofNamed) : left
  return { currency, amount: Math.max(Math.min(left, leftOfNamed), 0) }
}
