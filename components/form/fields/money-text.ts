'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { groupThousands } from '@/lib/core/format/money'
import { exampleAmount, type MoneyUnit, readMoney, type TypedMoney } from '@/lib/core/format/typed-money'
import { formatMajor, parseMajor } from '@/lib/gateway/values/minor-units'

interface MoneyText {
  text: string
  /**
   * The amount in major units, as “12.345”, where a person did not type the text: the form gave it, a person chose it,
   * or the field normalised it. It keeps its value when the currency changes, even if the new currency would read the
   * text differently.
   */
  major: string | null
  /**
   * The amount in minor units that the field began with. Null once a person typed an amount or chose another currency.
   * It stays the same when the shop's decimals of the currency change.
   */
  given: number | null
}

export const typedText = (text: string): MoneyText => ({ text, major: null, given: null })

/** Formats an amount as the field shows it: “12,345.000”. */
export const amountText = (minor: number, exponent: number): string =>
  groupThousands(formatMajor(minor, exponent))

export const moneyOfAmount = (minor: number, exponent: number): MoneyText => ({
  text: amountText(minor, exponent),
  major: formatMajor(minor, exponent),
  given: null,
})

/** Returns a field's initial content, from an amount or from what `moneyValue` returned before. */
export function moneyOfValue(value: unknown, exponent: number): MoneyText {
  if (typeof value === 'number' && Number.isSafeInteger(value))
    return { ...moneyOfAmount(value, exponent), given: value }
  return typedText(typeof value === 'string' ? value.replace(unreadMark, '') : '')
}

/** Returns null for an empty field. */
export function meaningOf({ text, major }: MoneyText, unit: MoneyUnit): TypedMoney | null {
  if (text.trim() === '') return null
  if (major === null) return readMoney(text, unit)
  // Drop trailing zeros, which may be more decimals than the new currency has.
  const read = parseMajor(major.replace(/(\.\d*?)0+$/, '$1'), unit.exponent)
  return read.isValid ? { kind: 'amount', minor: read.minor } : { kind: 'refused', problem: read.reason }
}

/** Rewrites an amount in the field's own format; leaves other text alone. */
export function normalised(money: MoneyText, unit: MoneyUnit): MoneyText {
  const meaning = meaningOf(money, unit)
  if (meaning?.kind !== 'amount') return money
  return { ...moneyOfAmount(meaning.minor, unit.exponent), given: money.given }
}

/** Returns the field's content after its currency, or the shop's decimals of that currency, changed. */
export function inUnit(money: MoneyText, from: MoneyUnit, to: MoneyUnit): MoneyText {
  if (from.currency === to.currency && money.given !== null) return moneyOfValue(money.given, to.exponent)
  // A known amount keeps its value in major units and gets the new decimals. A text is read anew.
  return money.major === null ? money : normalised({ ...money, given: null }, to)
}

/** A prefix for text that is not an amount, so that no schema reads its digits as minor units. */
const unreadMark = /^\u2047/

/**
 * Returns the form's value of a money field: minor units, undefined while empty, or a text that every schema rejects
 * while the input is invalid or ambiguous.
 */
export function moneyValue(money: MoneyText, unit: MoneyUnit): number | string | undefined {
  const meaning = meaningOf(money, unit)
  if (meaning === null) return undefined
  return meaning.kind === 'amount' ? meaning.minor : `\u2047${money.text}`
}

export interface TypedMoneyState {
  money: MoneyText
  unit: MoneyUnit
  meaning: TypedMoney | null
  /**
   * The form's value: minor units, undefined while empty, or a text that no schema accepts while the input is invalid
   * or ambiguous.
   */
  value: number | string | undefined
  setText: (text: string) => void
  /** Picks one of the amounts that an ambiguous text may mean. */
  choose: (minor: number) => void
  /** Normalises the amount's format when the field loses the focus. */
  normalise: () => void
  setAmount: (value: unknown) => void
}

interface Options extends MoneyUnit {
  /** The initial amount in minor units. */
  start: unknown
  /** The amount, even if a person typed it, is the saved one: it stays when the shop's decimals change. */
  isSaved?: boolean
  /** Called when a person types or chooses, or when new decimals or a new currency change the meaning of the text. */
  onChange?: (value: number | string | undefined) => void
}

/** Manages money typed in major units of a currency that may change. */
export function useTypedMoney({
  start,
  isSaved = false,
  onChange,
  currency,
  exponent,
}: Options): TypedMoneyState {
  const unit = { currency, exponent }
  const [money, setMoney] = useState(() => moneyOfValue(start, exponent))
  function put(next: MoneyText) {
    setMoney(next)
    onChange?.(moneyValue(next, unit))
  }
  const [last, setLast] = useState<MoneyUnit>(unit)
  if (last.currency !== currency || last.exponent !== exponent) {
    setLast(unit)
    const held = isSaved ? moneyOfValue(moneyValue(money, last), last.exponent) : money
    setMoney(inUnit(held, last, unit))
  }
  const value = moneyValue(money, unit)
  const isFirstRef = useRef(true)
  const report = useEffectEvent(() => {
    // The same number in another currency is another amount.
    if (!isFirstRef.current || value !== start) onChange?.(value)
    isFirstRef.current = false
  })
  useEffect(() => {
    report()
  }, [currency, exponent])
  return {
    money,
    unit,
    meaning: meaningOf(money, unit),
    value,
    setText: (text) => put(typedText(text)),
    choose: (minor) => put(moneyOfAmount(minor, exponent)),
    // Uses the latest state: the field may lose the focus before the typed text was rendered.
    normalise: () => setMoney((held) => normalised(held, unit)),
    setAmount: (next) => setMoney(moneyOfValue(next, exponent)),
  }
}

/** Returns why the text is not an amount; undefined when it is one or is empty. */
export function useMoneyProblem() {
  const t = useTranslations('typedMoney')
  return (meaning: TypedMoney | null, unit: MoneyUnit): string | undefined => {
    if (meaning === null || meaning.kind === 'amount') return undefined
    if (meaning.kind === 'ambiguous') return t('choose')
    return t(`problems.${meaning.problem}`, {
      currency: unit.currency,
      count: unit.exponent,
      unit: meaning.unit ?? '',
      example: exampleAmount(unit),
    })
  }
}
