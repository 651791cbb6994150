import type { z } from 'zod'
import {
  appConfirmation,
  emailChange,
  emailChangeState,
  factorAdded,
  factorList,
  factorRemoved,
  identityLinked,
  identityList,
  identityRemoved,
  newApp,
  newRecoveryCodes,
  passkeyOptions,
  passkeyRegistration,
  passwordChange,
  passwordChanged,
  profile,
  profileChange,
  proof,
  proofMeans,
  proven,
  sessionList,
  sessionsEnded,
} from '../account/schema'
import { apiToken, newApiToken, ownTokenList, ownTokenOrder } from '../api-tokens/schema'

export type BeyondShops = {
  /** `person`: needs a session. `open`: has its own checks, or none. */
  for: 'person' | 'open'
  summary: string
  query?: z.ZodType
  body?: z.ZodType
  /** Type of a body that our schemas do not describe. */
  takes?: string
  response?: z.ZodType
  /** Type of an answer that is not JSON of ours, or types, the usual one first. */
  answers?: string | readonly string[]
  status?: number
  /** Answers of other statuses that are not problems. Null: without a body. */
  others?: Record<number, z.ZodType | null>
}

/** The endpoints of a person's own account. */
export const ownAccount: Record<string, BeyondShops> = {
  'GET /account': { for: 'person', summary: 'Read one’s own account', response: profile },
  'PATCH /account': {
    for: 'person',
    summary: 'Change one’s own account',
    body: profileChange,
    response: profile,
  },
  'POST /account/password': {
    for: 'person',
    summary: 'Change one’s own password',
    body: passwordChange,
    response: passwordChanged,
  },
  'GET /account/identities': {
    for: 'person',
    summary: 'List one’s own sign-ins through providers',
    response: identityList,
  },
  'POST /account/identities': {
    for: 'person',
    summary: 'Add a sign-in through a provider',
    response: identityLinked,
  },
  'DELETE /account/identities/[id]': {
    for: 'person',
    summary: 'Remove a sign-in through a provider',
    response: identityRemoved,
  },
  'POST /account/email': {
    for: 'person',
    summary: 'Ask for another e-mail address of one’s own',
    body: emailChange,
    response: emailChangeState,
  },
  'GET /account/sessions': { for: 'person', summary: 'List one’s own sessions', response: sessionList },
  'POST /account/sessions/[id]/end': { for: 'person', summary: 'End a session', response: sessionsEnded },
  'POST /account/sessions/end-all': {
    for: 'person',
    summary: 'Sign out everywhere',
    response: sessionsEnded,
  },
  'POST /account/sessions/end-others': {
    for: 'person',
    summary: 'Sign out everywhere else',
    response: sessionsEnded,
  },
  'GET /account/factors': { for: 'person', summary: 'List one’s own second factors', response: factorList },
  'POST /account/factors/app': { for: 'person', summary: 'Prepare an authenticator app', response: newApp },
  'POST /account/factors/passkey-options': {
    for: 'person',
    summary: 'Prepare a passkey',
    response: passkeyOptions,
  },
  'POST /account/factors/passkey': {
    for: 'person',
    summary: 'Add a passkey',
    body: passkeyRegistration,
    response: factorAdded,
  },
  'POST /account/factors/[id]/confirm': {
    for: 'person',
    summary: 'Confirm an authenticator app',
    body: appConfirmation,
    response: factorAdded,
  },
  'DELETE /account/factors/[id]': {
    for: 'person',
    summary: 'Remove a second factor',
    response: factorRemoved,
  },
  'POST /account/recovery-codes': {
    for: 'person',
    summary: 'Make new recovery codes',
    response: newRecoveryCodes,
  },
  'GET /account/proof': { for: 'person', summary: 'Read how to prove who is there', response: proofMeans },
  'POST /account/proof': {
    for: 'person',
    summary: 'Prove again who is there',
    body: proof,
    response: proven,
  },
  'POST /account/proof/check': {
    for: 'person',
    summary: 'Check whether a proof is needed',
    response: proven,
  },
  'POST /account/proof/passkey-options': {
    for: 'person',
    summary: 'Prepare a proof by passkey',
    response: passkeyOptions,
  },
  'GET /account/api-tokens': { for: 'person', summary: 'List one’s own API tokens', response: ownTokenList },
  'POST /account/api-tokens': {
    for: 'person',
    summary: 'Make an API token of one’s own',
    status: 201,
    body: ownTokenOrder,
    response: newApiToken,
  },
  'POST /account/api-tokens/[id]/revoke': {
    for: 'person',
    summary: 'Revoke an API token of one’s own',
    response: apiToken,
  },
}
