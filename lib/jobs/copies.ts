/** Copies of products between shops, as the jobs of both shops show them. */
import { z } from 'zod'
import { shopDetail } from '../core/shop'
import { copyMatches } from '../products/copy'
import { productSelection } from '../products/schema'
import { jobDetail } from './schema'

const namedShop = shopDetail.pick({ id: true, name: true, mode: true })

/** The order of a copy. Null: what belongs to the other shop, for people outside it, and what cannot be read. */
export const shownCopy = z.object({
  from: namedShop.nullable(),
  selection: productSelection.nullable(),
  match: z.enum(copyMatches).nullable(),
})
export type ShownCopy = z.output<typeof shownCopy>

/** The last jobs that copy products of a shop into other shops where the person may see them, newest first. */
export const copyList = z.object({ items: z.array(z.object({ to: namedShop, job: jobDetail })) })
export type CopyList = z.output<typeof copyList>
