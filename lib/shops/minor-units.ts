/** A shop's own numbers of decimals, on our own API (docs/gateway.md#minor-units). */
import { z } from 'zod'
import { isCurrency } from '../gateway/values/currencies'

/** No currency has more. */
export const maxDecimals = 4

const overrides = z.record(
  z.string().refine(isCurrency, 'invalid_currency'),
  z.int('not_a_number').min(0, 'too_small').max(maxDecimals, 'too_big'),
)

/**
 * `overrides`: decimals by currency, where the provider of this shop differs from the table. A change replaces all of
 * them, and is refused if someone changed the shop since `version`.
 */
const fields = { version: z.int(), overrides }

export const minorUnitSettings = z.object(fields)
export type MinorUnitSettings = z.output<typeof minorUnitSettings>

export const minorUnitChange = z.strictObject(fields)
export type MinorUnitChange = z.output<typeof minorUnitChange>
