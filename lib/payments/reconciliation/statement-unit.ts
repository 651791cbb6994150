import { isUnitOf } from '../../core/format/typed-money'

/** A sign, a code, or a sign that names its country, such as “US$”. */
export const unitPattern = /[A-Z]{1,2}\p{Sc}|\p{Sc}|[A-Z]{3}/gu

/** The sign or code beside an amount that is of another currency: “€” in “€12.50” of a row of USD. Null: none. */
export const otherUnitIn = (text: string, currency: string): string | null =>
  (text.replaceAll(/[\p{Zs}\p{Cf}]/gu, '').match(unitPattern) ?? []).find(
    (unit) => !isUnitOf(unit, currency),
  ) ?? null
