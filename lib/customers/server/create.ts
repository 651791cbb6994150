import 'server-only'
import type { CustomerDetail } from '../schema'
import { customerFields, type CustomerCreate, type CustomerReply } from '../../gateway/customer'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { createCustomerAtGateway } from '../../gateway/client/customers'
import { makeOnce, settleLost, type Making } from '../../core/server/mirror/create'
import { customerDetail } from './detail'
import { customerMirror, mirrorCustomers } from './mirror'

const compared = Object.keys(customerFields) as (keyof typeof customerFields)[]

/** “`id` plus the submitted fields”: what was not sent is not there either. */
export const isWhatWasSent = (reply: CustomerReply, sent: CustomerCreate): boolean =>
  compared.every((field) => (reply[field] ?? '') === (sent[field] ?? ''))

/** The interface shows no time of creation to go by. */
const making: Making<CustomerCreate, CustomerReply, CustomerDetail> = {
  mirror: customerMirror,
  kind: 'customer',
  send: createCustomerAtGateway,
  isWhatWasSent,
  keep: (tx, shopId, reply, at) => mirrorCustomers(tx, shopId, [reply], at),
  sign: async (tx, context, reply, _fields, at) => {
    await mirrorCustomers(tx, context.shop.id, [reply], at, { by: context.actor.userId, at })
    await recordActivity(tx, context, { action: 'customer.created', subject: reply.id })
  },
  detail: customerDetail,
}

/** Makes a customer (endpoint 7), once; the same as {@link makeOnce} says. */
export const createCustomer = (
  context: ActorContext,
  input: CustomerCreate,
  options?: { settles: boolean },
) => makeOnce(making, context, input, options)

/** Looks for a customer whose creation was not answered; the same as {@link settleLost} says. */
export const settleLostCreate = (context: ActorContext, input: CustomerCreate, sentAt: Date) =>
  settleLost(making, context, input, sentAt)
