'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MoneyUnit, TypedMoney } from '@/lib/core/format/typed-money'
import {
  amountGiven,
  meaningOf,
  type MoneyText,
  moneyGiven,
  moneyValue,
  normalised,
  typedText,
} from './money-text'

/** A money field as it is filled in. */
export interface TypedMoneyState {
  money: MoneyText
  unit: MoneyUnit
  meaning: TypedMoney | null
  /** For a form: minor units; undefined while empty; a text that no schema takes while it is no one amount. */
  value: number | string | undefined
  type: (text: string) => void
  /** One of the amounts that the text may mean. */
  choose: (minor: number) => void
  /** Writes an amount as amounts are written, once the field is left. */
  settle: () => void
  /** Replaces what was typed. */
  give: (value: unknown) => void
}

interface Options extends MoneyUnit {
  /** What the field begins with, in minor units. */
  start: unknown
  /** A person typed or chose, or another currency reads the same text differently. */
  onChange?: (value: number | string | undefined) => void
}

/** Money typed in major units of a currency that may change. */
export function useTypedMoney({ start, onChange, currency, exponent }: Options): TypedMoneyState {
  const unit = { currency, exponent }
  const [money, setMoney] = useState(() => moneyGiven(start, exponent))
  function put(next: MoneyText) {
    setMoney(next)
    onChange?.(moneyValue(next, unit))
  }
  const [last, setLast] = useState<MoneyUnit>(unit)
  if (last.currency !== currency || last.exponent !== exponent) {
    setLast(unit)
    // An amount stays what it is, with the decimals of the new currency.
    if (money.major !== null) setMoney(normalised(money, unit))
  }
  const value = moneyValue(money, unit)
  const report = useEffectEvent(() => value !== start && onChange?.(value))
  useEffect(() => {
    report()
  }, [currency, exponent])
  return {
    money,
    unit,
    meaning: meaningOf(money, unit),
    value,
    type: (text) => put(typedText(text)),
    choose: (minor) => put(amountGiven(minor, exponent)),
    // Of what is held by then: the field may be left before what was typed was drawn.
    settle: () => setMoney((held) => normalised(held, unit)),
    give: (next) => setMoney(moneyGiven(next, exponent)),
  }
}

/** Why what was typed is no amount; undefined where it is one, or is empty. */
export function useMoneyProblem() {
  const t = useTranslations('typedMoney')
  return (meaning: TypedMoney | null, { currency, exponent }: MoneyUnit): string | undefined => {
    if (meaning === null || meaning.kind === 'amount') return undefined
    if (meaning.kind === 'ambiguous') return t('choose')
    return t(`problems.${meaning.problem}`, { currency, count: exponent, unit: meaning.unit ?? '' })
  }
}
