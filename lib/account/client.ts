import { queryOptions } from '@tanstack/react-query'
import { accountKeys } from '../core/client/keys'
import { api, apiOfSignIn, withSignInRetry } from '../core/api/http'
import type {
  AppConfirmation,
  EmailChange,
  EmailChangeState,
  EmailConfirmed,
  FactorAdded,
  IdentityList,
  FactorList,
  NewApp,
  PasswordChange,
  PasswordChanged,
  Profile,
  ProfileChange,
  Proof,
  ProofMeans,
  PasswordReset,
  ResetAccount,
  ResetRequest,
  SessionList,
} from './schema'

const path = (...rest: string[]) => ['/api/account', ...rest.map(encodeURIComponent)].join('/')

/** Proves a person's identity. A refusal here must not ask for the proof again. */
export const proveWho = (body: Proof) => apiOfSignIn(path('proof'), { method: 'POST', body })

/** Asks for a proof if the last one is too old, before the browser loads something directly, such as a file. */
export const askForProof = () => api(path('proof', 'check'), { method: 'POST' })

/** Checks whether the page's person is still signed in, before the browser loads something directly. */
export const askForPerson = () => withSignInRetry(() => apiOfSignIn(path()), { isOrdered: true })

export const changePassword = (body: PasswordChange) =>
  api(path('password'), { method: 'POST', body }) as Promise<PasswordChanged>

export const profileOptions = () =>
  queryOptions({
    queryKey: accountKeys.profile,
    queryFn: ({ signal }) => api(path(), { signal }) as Promise<Profile>,
  })

export const changeProfile = (body: ProfileChange) =>
  api(path(), { method: 'PATCH', body }) as Promise<Profile>

export const changeEmail = (body: EmailChange) =>
  api(path('email'), { method: 'POST', body }) as Promise<EmailChangeState>

export const lookUpEmailChange = (token: string) =>
  apiOfSignIn('/api/email-change/look-up', { method: 'POST', body: { token } }) as Promise<EmailConfirmed>

export const confirmEmail = (token: string) =>
  apiOfSignIn('/api/email-change', { method: 'POST', body: { token } }) as Promise<EmailConfirmed>

export const identitiesOptions = () =>
  queryOptions({
    queryKey: accountKeys.identities,
    queryFn: ({ signal }) => api(path('identities'), { signal }) as Promise<IdentityList>,
  })

/** Links the identity that waits for this person's consent. */
export const linkIdentity = () => api(path('identities'), { method: 'POST' })
export const removeIdentity = (id: string) => api(path('identities', id), { method: 'DELETE' })

export const sessionsOptions = () =>
  queryOptions({
    queryKey: accountKeys.sessions,
    queryFn: ({ signal }) => api(path('sessions'), { signal }) as Promise<SessionList>,
  })

export const endSession = (id: string) => api(path('sessions', id, 'end'), { method: 'POST' })

export const endSessions = (which: 'others' | 'all') =>
  api(path('sessions', `end-${which}`), { method: 'POST' }) as Promise<{ ended: number }>

export const factorsOptions = () =>
  queryOptions({
    queryKey: accountKeys.factors,
    queryFn: ({ signal }) => api(path('factors'), { signal }) as Promise<FactorList>,
  })

export const prepareApp = () => api(path('factors', 'app'), { method: 'POST' }) as Promise<NewApp>

export const confirmApp = (id: string, body: AppConfirmation) =>
  api(path('factors', id, 'confirm'), { method: 'POST', body }) as Promise<FactorAdded>

export const removeFactor = (id: string) => api(path('factors', id), { method: 'DELETE' })

export const renewRecoveryCodes = () =>
  api(path('recovery-codes'), { method: 'POST' }) as Promise<{ recovery_codes: string[] }>

export const proofMeans = () => apiOfSignIn(path('proof')) as Promise<ProofMeans>

/** Mails a link for a new password, if the address has an account. */
export const askForReset = (body: ResetRequest) =>
  apiOfSignIn('/api/password-reset/ask', { method: 'POST', body })

export const lookUpReset = (token: string) =>
  apiOfSignIn('/api/password-reset/look-up', { method: 'POST', body: { token } }) as Promise<ResetAccount>

export const setPasswordByLink = (body: PasswordReset) =>
  apiOfSignIn('/api/password-reset', { method: 'POST', body })
