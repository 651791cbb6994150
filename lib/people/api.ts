import type { Endpoints } from '../core/api/endpoint'
import {
  factorRule,
  invitation,
  invitationLink,
  invitationList,
  invite,
  person,
  personList,
  resetLink,
  roleChange,
} from './schema'

export const peopleApi = {
  'GET /factor-rule': { permission: 'people.manage', response: factorRule },
  'PUT /factor-rule': {
    permission: 'people.manage',
    isRecentSignInNeeded: true,
    body: factorRule,
    response: factorRule,
  },
  'GET /invitations': { permission: 'people.manage', response: invitationList },
  /** Ignores `Idempotency-Key`: the answer would have to be stored, but its link must not be. */
  'POST /invitations': {
    permission: 'people.manage',
    isRecentSignInNeeded: true,
    body: invite,
    response: invitationLink,
    status: 201,
  },
  'POST /invitations/[id]/new-link': {
    permission: 'people.manage',
    isRecentSignInNeeded: true,
    response: invitationLink,
  },
  'POST /invitations/[id]/revoke': {
    isOpenInArchive: true,
    permission: 'people.manage',
    response: invitation,
  },
  'GET /people': { permission: 'people.manage', response: personList },
  'POST /people/[id]/disable': { isOpenInArchive: true, permission: 'people.manage', response: person },
  'POST /people/[id]/enable': {
    isOpenInArchive: true,
    permission: 'people.manage',
    isRecentSignInNeeded: true,
    response: person,
  },
  'POST /people/[id]/end-sessions': { isOpenInArchive: true, permission: 'people.manage', response: person },
  /** Ignores `Idempotency-Key`, as new invitations do. */
  'POST /people/[id]/reset-link': {
    isOpenInArchive: true,
    permission: 'people.manage',
    isRecentSignInNeeded: true,
    response: resetLink,
  },
  'POST /people/[id]/role': {
    isOpenInArchive: true,
    permission: 'people.manage',
    isRecentSignInNeeded: true,
    body: roleChange,
    response: person,
  },
} satisfies Endpoints

export type PeopleApi = typeof peopleApi
