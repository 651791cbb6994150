/** How a shop looks to its customers, on our own API: its public name and its logo. */
import { z } from 'zod'
import { logoTypes } from '../core/shop'
import { isLine } from '../gateway/values/schemas'

/** In bytes. Small enough to keep the request below the limit of a JSON body. */
export const maxLogoBytes = 180_000
/** In pixels, each side. */
export const logoSide = { least: 16, most: 1024 }

/** One line, because it appears in links, on QR codes and on paper. */
const publicName = z
  .string({ error: 'not_a_text' })
  .trim()
  .max(80, 'too_long')
  .refine(isLine, 'not_a_line')
  .transform((name) => name || null)
  .nullable()

export const nameForm = z.strictObject({ public_name: publicName })

/**
 * `logo`: the picture's bytes as Base64; null removes the logo. Refused if someone changed the shop since `version`.
 */
export const appearanceChange = z.strictObject({
  version: z.int(),
  public_name: publicName.optional(),
  logo: z.base64('not_a_picture').min(1, 'not_a_picture').nullable().optional(),
})
export type AppearanceChange = z.input<typeof appearanceChange>

export const appearance = z.object({
  version: z.int(),
  public_name: z.string().nullable(),
  /** `hash`: SHA-256 in hex, which its address ends with. */
  logo: z
    .object({
      hash: z.string(),
      type: z.enum(logoTypes),
      width: z.int(),
      height: z.int(),
      bytes: z.int(),
    })
    .nullable(),
})
export type Appearance = z.output<typeof appearance>

/** `v`: the hash of the wanted picture. */
export const logoQuery = z.strictObject({ v: z.string().max(64).optional() })
