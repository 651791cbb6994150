/** Lenient schemas for replies and notifications. A malformed value reads as absent instead of failing. */
import { z } from 'zod'
import { safeDigits } from './values/schemas'

/** A number that the gateway may send as a number or as digits. */
export const looseNumber = z.union([z.int(), safeDigits]).nullish().catch(null)

export const looseText = z.string().nullish().catch(null)

export const looseCode = z
  .union([z.string(), z.int().transform(String)])
  .nullish()
  .catch(null)

/** Also accepts `1` and `"true"`, which clients and their examples use. */
export const looseBoolean = z
  .union([
    z.boolean(),
    z.literal(['true', '1', 1]).transform(() => true),
    z.literal(['false', '0', 0]).transform(() => false),
  ])
  .nullish()
  .catch(null)

export const looseTexts = z.array(z.string()).nullish().catch(null)

export const looseFields = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape).nullish().catch(null)
