import { peopleKeys, settingsKeys } from '../core/client/keys'
import { api } from '../core/api/http'
import { shopApi, shopQuery } from '../core/client/shop-api'
import type { PeopleApi } from './api'
import type { Accepted, Acceptance, FactorRule, Invite, OpenedInvitation, RoleChange } from './schema'

const call = shopApi<PeopleApi>()
const queryOf = shopQuery<PeopleApi>()

export const peopleOptions = queryOf('GET /people', peopleKeys.list)

export const invitationsOptions = queryOf('GET /invitations', peopleKeys.invitations)

export const factorRuleOptions = queryOf('GET /factor-rule', (shop) => settingsKeys.page(shop, 'factor-rule'))

export const changeFactorRule = (shop: string, body: FactorRule) => call('PUT /factor-rule', { shop, body })

export const changeRole = (shop: string, id: string, body: RoleChange) =>
  call('POST /people/[id]/role', { shop, id, body })

type PersonVerb = 'disable' | 'enable' | 'end-sessions'
export const changePerson = (shop: string, id: string, verb: PersonVerb) =>
  call(`POST /people/[id]/${verb}`, { shop, id })

/** Returns the link, which is shown only once. */
export const makeResetLink = (shop: string, id: string) => call('POST /people/[id]/reset-link', { shop, id })

/** Returns the link, which is shown only once. */
export const invite = (shop: string, body: Invite) => call('POST /invitations', { shop, body })
export const renewInvitation = (shop: string, id: string) =>
  call('POST /invitations/[id]/new-link', { shop, id })

export const revokeInvitation = (shop: string, id: string) =>
  call('POST /invitations/[id]/revoke', { shop, id })

export const openInvitation = (token: string) =>
  api('/api/invitations/look-up', { method: 'POST', body: { token } }) as Promise<OpenedInvitation>

export const acceptInvitation = async (body: Acceptance) =>
  (await api('/api/invitations/accept', { method: 'POST', body })) as Accepted
