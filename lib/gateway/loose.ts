/** Values of replies and notifications, read loosely: what is odd reads as absent, and nothing is refused for it. */
import { z } from 'zod'
import { safeDigits } from './values'

/** A number the gateway may give as a number or as digits. */
export const looseNumber = z.union([z.int(), safeDigits]).nullish().catch(null)

export const looseText = z.string().nullish().catch(null)

/** Text the gateway may give as a number, such as a code. */
export const looseCode = z
  .union([z.string(), z.int().transform(String)])
  .nullish()
  .catch(null)

/** As clients and their examples write it: `1` and `"true"`, too. */
export const looseBoolean = z
  .union([
    z.boolean(),
    z.literal(['true', '1', 1]).transform(() => true),
    z.literal(['false', '0', 0]).transform(() => false),
  ])
  .nullish()
  .catch(null)

export const looseTexts = z.array(z.string()).nullish().catch(null)

/** An object with these fields among others. */
export const looseFields = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape).nullish().catch(null)
