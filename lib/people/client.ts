import { queryOptions } from '@tanstack/react-query'
import { peopleKeys } from '../core/client/keys'
import { api } from '../core/http'
import type {
  Accepted,
  Acceptance,
  Invitation,
  InvitationLink,
  InvitationList,
  Invite,
  Person,
  PersonList,
  RoleChange,
} from './schema'

const path = (shop: string, of: 'people' | 'invitations', ...rest: string[]) =>
  `/api/shops/${[shop, of, ...rest].map(encodeURIComponent).join('/')}`

export const peopleOptions = (shop: string) =>
  queryOptions({
    queryKey: peopleKeys.list(shop),
    queryFn: ({ signal }) => api<PersonList>(path(shop, 'people'), { signal }),
  })

export const invitationsOptions = (shop: string) =>
  queryOptions({
    queryKey: peopleKeys.invitations(shop),
    queryFn: ({ signal }) => api<InvitationList>(path(shop, 'invitations'), { signal }),
  })

export const changeRole = (shop: string, id: string, body: RoleChange) =>
  api<Person>(path(shop, 'people', id, 'role'), { method: 'POST', body })

export type PersonVerb = 'disable' | 'enable' | 'end-sessions'
export const changePerson = (shop: string, id: string, verb: PersonVerb) =>
  api<Person>(path(shop, 'people', id, verb), { method: 'POST' })

/** Returns the link, which is shown only once. */
export const invite = (shop: string, body: Invite) =>
  api<InvitationLink>(path(shop, 'invitations'), { method: 'POST', body })
export const renewInvitation = (shop: string, id: string) =>
  api<InvitationLink>(path(shop, 'invitations', id, 'new-link'), { method: 'POST' })

export const revokeInvitation = (shop: string, id: string) =>
  api<Invitation>(path(shop, 'invitations', id, 'revoke'), { method: 'POST' })

export const acceptInvitation = (body: Acceptance) =>
  api<Accepted>('/api/invitations/accept', { method: 'POST', body })
