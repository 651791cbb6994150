/** A shop's own numbers of decimals, on our own API (docs/gateway.md#minor-units). */
import { z } from 'zod'
import { isCurrency } from '../gateway/currencies'

/** No currency has more. */
export const mostDecimals = 4

const overrides = z.record(
  z.string().refine(isCurrency, 'invalid_currency'),
  z.int('not_a_number').min(0, 'too_small').max(mostDecimals, 'too_big'),
)

/** `overrides`: decimals by currency, where the provider of this shop counts otherwise than the table. */
export const minorUnitSettings = z.object({ version: z.int(), overrides })
export type MinorUnitSettings = z.output<typeof minorUnitSettings>

/** Replaces all overrides. Refused if somebody changed the shop since `version`. */
export const minorUnitChange = z.strictObject({ version: z.int(), overrides })
export type MinorUnitChange = z.output<typeof minorUnitChange>
