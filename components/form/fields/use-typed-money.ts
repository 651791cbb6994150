'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { exampleAmount, type MoneyUnit, type TypedMoney } from '@/lib/core/format/typed-money'
import {
  moneyOfAmount,
  meaningOf,
  type MoneyText,
  moneyOfValue,
  moneyValue,
  normalised,
  typedText,
} from './money-text'

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
  /** Called when a person types or chooses, or when a new currency changes the meaning of the text. */
  onChange?: (value: number | string | undefined) => void
}

/** Manages money typed in major units of a currency that may change. */
export function useTypedMoney({ start, onChange, currency, exponent }: Options): TypedMoneyState {
  const unit = { currency, exponent }
  const [money, setMoney] = useState(() => moneyOfValue(start, exponent))
  function put(next: MoneyText) {
    setMoney(next)
    onChange?.(moneyValue(next, unit))
  }
  const [last, setLast] = useState<MoneyUnit>(unit)
  if (last.currency !== currency || last.exponent !== exponent) {
    setLast(unit)
    // A known amount keeps its value and gets the new currency's decimals.
    if (money.major !== null) setMoney(normalised(money, unit))
  }
  const value = moneyValue(money, unit)
  const isFirst = useRef(true)
  const report = useEffectEvent(() => {
    // The same number in another currency is another amount.
    if (!isFirst.current || value !== start) onChange?.(value)
    isFirst.current = false
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
