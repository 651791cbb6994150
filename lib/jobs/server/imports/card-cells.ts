import 'server-only'
import { validate as isUuid } from 'uuid'
import { getTranslator } from '../../../core/i18n/server'
import { maskCards } from '../../../core/server/search/card-numbers'
import { isCodeKey, isTokenKey } from '../../../gateway/cards/card-places'
import type { ImportOrder } from '../../import'
import type { Batch, ImportKind, Plan } from './kind'
import { invalidPlan } from './reasons'

/** Replaces card data in a cell. */
export const dots = '••••'

type HideCell = (cell: string) => string

/** A token, or another word as long as one. */
const tokenInText = /(?<![\w-])(?:(?=[\w-]*\d)[\w-]{16,}|[\w-]{32,})(?![\w-])/

/** Shows the last four digits of a card number. Shorter numbers stay. */
export function shownNumber(cell: string): string {
  const digits = cell.replace(/\D/g, '')
  return digits.length < 12 ? cell : `${dots}${digits.slice(-4)}`
}

/** Hides a cell that describes a card, such as “Visa”, if it has a card number or perhaps a token. */
export function hiddenIfCard(cell: string): string {
  const masked = maskCards(cell)
  if (masked !== cell) return /•{4}\d{4}/.exec(masked)?.[0] ?? dots
  return tokenInText.test(cell) ? dots : cell
}

const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')

const ofCard = /^(?:(?:payment_method|credit_?card|debit_?card|stored_?card|saved_?card|card|cc)_)+/
const numberName = /^(?:.*_)?pan$|card_?(?:number|num|no|nr)$|^cc_?(?:number|num|no|nr)$|kartennummer$/
const cardName = /^(?:(?:stored|saved|credit|debit|payment|bank)_?)?cards?$/

/** Returns how to hide the cells of a column whose name says that it has card data; null for other columns. */
function hiderByName(name: string): HideCell | null {
  const plain = plainName(name)
  const own = plain.replace(ofCard, '')
  if (own === 'token' || (isTokenKey(plain) && /card|(?:^|_)(?:pan|network)(?:_|$)/.test(plain)))
    return () => dots
  // A result, such as “M” for a match, stays.
  if (own.split('_').some(isCodeKey) || isCodeKey(own)) return (cell) => (/\d/.test(cell) ? dots : cell)
  if (numberName.test(plain)) return shownNumber
  // May be our ID of a stored card.
  return cardName.test(plain) ? (cell) => (isUuid(cell.trim()) ? cell : hiddenIfCard(cell)) : null
}

/**
 * Returns how to hide the card data in a file's cells, by their column. Hides what the name of the column says, card
 * numbers in a column that is not read, and what the kind of import refuses. A text that is read stays: it is sent.
 * `first`: the first row. A column `token` of our own export has payment tokens.
 */
export function cardHider(
  { skipped, withoutSecrets }: Pick<ImportKind<string>, 'skipped' | 'withoutSecrets'>,
  { header, columns }: Pick<ImportOrder, 'header' | 'columns'>,
  first?: readonly string[],
): (cell: string, at: number) => string {
  const ours = skipped?.(header, first) ?? []
  const byName = header.map((name) => (ours.includes(name) ? null : hiderByName(name)))
  return (cell, at) => {
    if (cell.trim() === '') return cell
    const target = columns[at] ?? null
    const hidden = withoutSecrets?.(cell, target) ?? cell
    if (target === 'card_token_id') return hidden
    const named = byName[at]?.(hidden) ?? hidden
    return target === null ? maskCards(named) : named
  }
}

/** Refuses to send a cell whose card data was hidden. Its column may have been chosen after the file arrived. */
export function withoutHiddenCells(
  plan: Plan,
  cells: readonly string[],
  { columns }: Pick<Batch, 'columns'>,
): Plan {
  if (plan.state !== 'planned') return plan
  const hidden = columns.flatMap((target, at) =>
    target !== null &&
    cells[at]?.includes(dots) &&
    (plan.before === null || Object.hasOwn(plan.change, target))
      ? [target]
      : [],
  )
  if (hidden.length === 0) return plan
  const text = getTranslator('jobReasons')
  const errors = Object.fromEntries(hidden.map((target) => [target, [text('card_data', { column: target })]]))
  return { ...plan, ...invalidPlan(errors, plan.subject) }
}
