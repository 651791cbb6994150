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
    needsRecentSignIn: true,
    body: factorRule,
    response: factorRule,
  },
  'GET /invitations': { permission: 'people.manage', response: invitationList },
  /** Ignores `Idempotency-Key`: the answer would have to be stored, but its link must not be. */
  'POST /invitations': {
    permission: 'people.manage',
    needsRecentSignIn: true,
    body: invite,
    response: invitationLink,
    status: 201,
  },
  'POST /invitations/[id]/new-link': {
    permission: 'people.manage',
    needsRecentSignIn: true,
    response: invitationLink,
  },
  'POST /invitations/[id]/revoke': {
    worksInArchive: true,
    permission: 'people.manage',
    response: invitation,
  },
  'GET /people': { permission: 'people.manage', response: personList },
  'POST /people/[id]/disable': { worksInArchive: true, permission: 'people.manage', response: person },
  'POST /people/[id]/enable': {
    worksInArchive: true,
    permission: 'people.manage',
    needsRecentSignIn: true,
    response: person,
  },
  'POST /people/[id]/end-sessions': { worksInArchive: true, permission: 'people.manage', response: person },
  /** Ignores `Idempotency-Key`, as new invitations do. */
  'POST /people/[id]/reset-link': {
    worksInArchive: true,
    permission: 'people.manage',
    needsRecentSignIn: true,
    response: resetLink,
  },
  'POST /people/[id]/role': {
    worksInArchive: true,
    permission: 'people.manage',
    needsRecentSignIn: true,
    body: roleChange,
    response: person,
  },
} satisfies Endpoints

export type PeopleApi = typeof peopleApi
