import 'server-only'
import {
  productFields,
  type ProductCreate,
  type ProductReply,
  type ProductUpdate,
} from '../../gateway/product'
import { isSame } from './drift'

const compared = Object.keys(productFields) as (keyof typeof productFields)[]

/** Whether a product is as a change would have it: it must say so of every field that was sent. */
export const isChanged = (reply: ProductReply, change: ProductUpdate): boolean =>
  Object.keys(change).every((field) => reply[field] != null) && isWhatWasSent(reply, change)

/** A field that was not sent, or is not echoed, says nothing. */
export const isWhatWasSent = (reply: ProductReply, sent: Partial<ProductCreate>): boolean =>
  compared.every(
    (field) => sent[field] === undefined || reply[field] == null || isSame(field, reply[field], sent[field]),
  )
