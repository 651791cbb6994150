/** The endpoints of shops that take and answer JSON, by feature, as the features describe them. */
import { activityApi } from '../activity/api'
import { alertApi } from '../alerts/api'
import { apiTokenApi } from '../api-tokens/api'
import { cardTokenApi } from '../card-tokens/api'
import { checkoutApi } from '../checkouts/api'
import { customerApi } from '../customers/api'
import { forwardingApi } from '../forwarding/api'
import { jobApi } from '../jobs/api'
import { notificationApi } from '../notifications/api'
import { overviewApi } from '../overview/api'
import { paymentApi } from '../payments/api'
import { peopleApi } from '../people/api'
import { productApi } from '../products/api'
import { shopApi } from '../shops/api'

export const shopEndpoints = {
  Checkouts: checkoutApi,
  Payments: paymentApi,
  Products: productApi,
  Customers: customerApi,
  'Card tokens': cardTokenApi,
  Notifications: notificationApi,
  Forwarding: forwardingApi,
  Jobs: jobApi,
  Statistics: overviewApi,
  Alerts: alertApi,
  Shop: shopApi,
  People: peopleApi,
  Activity: activityApi,
  'API tokens': apiTokenApi,
} as const

export type Tag = keyof typeof shopEndpoints

type KeysOf<Api> = Api extends unknown ? keyof Api : never
export type ShopEndpoint = KeysOf<(typeof shopEndpoints)[Tag]>
