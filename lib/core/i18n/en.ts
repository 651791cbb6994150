import account from '@/lib/account/messages/en.json'
import activity from '@/lib/activity/messages/en.json'
import alerts from '@/lib/alerts/messages/en.json'
import apiReference from '@/lib/api-reference/messages/en.json'
import apiTokens from '@/lib/api-tokens/messages/en.json'
import cardTokens from '@/lib/card-tokens/messages/en.json'
import checkouts from '@/lib/checkouts/messages/en.json'
import core from '@/lib/core/messages/en.json'
import customers from '@/lib/customers/messages/en.json'
import forwarding from '@/lib/forwarding/messages/en.json'
import jobs from '@/lib/jobs/messages/en.json'
import notifications from '@/lib/notifications/messages/en.json'
import operations from '@/lib/operations/messages/en.json'
import overview from '@/lib/overview/messages/en.json'
import payments from '@/lib/payments/messages/en.json'
import people from '@/lib/people/messages/en.json'
import products from '@/lib/products/messages/en.json'
import sandbox from '@/lib/sandbox/messages/en.json'
import shops from '@/lib/shops/messages/en.json'

/** The messages of all features. `messages.test.ts` checks that no file is missing and no namespace is in two. */
export const en = {
  ...account,
  ...activity,
  ...alerts,
  ...apiReference,
  ...apiTokens,
  ...cardTokens,
  ...checkouts,
  ...core,
  ...customers,
  ...forwarding,
  ...jobs,
  ...notifications,
  ...operations,
  ...overview,
  ...payments,
  ...people,
  ...products,
  ...sandbox,
  ...shops,
}
