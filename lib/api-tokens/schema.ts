import { z } from 'zod'
import { network } from '../core/network'
import { tokenScopes } from '../core/permissions'
import { isLine } from '../gateway/values/schemas'

/** How long a token may be valid, in days. */
export const maxDays = 366

/** The values that a person chooses for a new token. */
export const tokenOrder = z.strictObject({
  name: z.string({ error: 'required' }).trim().min(1, 'blank').max(100, 'too_long').refine(isLine, 'invalid'),
  scopes: z
    .array(z.enum(tokenScopes, { error: 'invalid_choice' }), { error: 'required' })
    .min(1, 'required')
    .overwrite((scopes) => [...new Set(scopes)]),
  days: z.int({ error: 'required' }).min(1, 'too_small').max(maxDays, 'too_big'),
  /** Networks that it may be used from; empty: any. */
  networks: z.array(network).max(50, 'too_long'),
})
export type TokenOrder = z.output<typeof tokenOrder>

/** A person's own token works in one of their shops. */
export const ownTokenOrder = tokenOrder.extend({ shop: z.string({ error: 'required' }).min(1, 'required') })
export type OwnTokenOrder = z.output<typeof ownTokenOrder>

const tokenStates = ['active', 'expired', 'revoked'] as const

/** `start` is the beginning of the token, `made_by` its maker's name. */
export const apiToken = z.object({
  id: z.string(),
  kind: z.enum(['personal', 'service']),
  name: z.string(),
  start: z.string(),
  shop: z.object({ id: z.string(), name: z.string() }),
  made_by: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  networks: z.array(z.string()),
  state: z.enum(tokenStates),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  last_address: z.string().nullable(),
})
export type ApiToken = z.output<typeof apiToken>

/** A token, and the text that is shown once. */
export const newApiToken = apiToken.extend({ token: z.string() })
export type NewApiToken = z.output<typeof newApiToken>

export const apiTokenList = z.object({ items: z.array(apiToken) })
export type ApiTokenList = z.output<typeof apiTokenList>

/** With the shops in which the person may make tokens, and what they may allow them there. */
export const ownTokenList = apiTokenList.extend({
  shops: z.array(z.object({ id: z.string(), name: z.string(), scopes: z.array(z.enum(tokenScopes)) })),
})
export type OwnTokenList = z.output<typeof ownTokenList>
