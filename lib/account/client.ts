import { queryOptions } from '@tanstack/react-query'
import { accountKeys } from '../core/client/keys'
import { api, apiOfSignIn } from '../core/http'
import type { PasswordChange, PasswordChanged, Profile, ProfileChange, Proof, SessionList } from './schema'

const path = (...rest: string[]) => ['/api/account', ...rest.map(encodeURIComponent)].join('/')

/** Proves who is there. A refusal here must not ask for the proof again. */
export const proveWho = (body: Proof) => apiOfSignIn(path('proof'), { method: 'POST', body })

/** Asks for a proof if the last one is too old, for what the browser then loads without us, such as a file. */
export const askForProof = () => api(path('proof', 'check'), { method: 'POST' })

export const changePassword = (body: PasswordChange) =>
  api(path('password'), { method: 'POST', body }) as Promise<PasswordChanged>

export const profileOptions = () =>
  queryOptions({
    queryKey: accountKeys.profile,
    queryFn: ({ signal }) => api(path(), { signal }) as Promise<Profile>,
  })

export const changeProfile = (body: ProfileChange) =>
  api(path(), { method: 'PATCH', body }) as Promise<Profile>

export const sessionsOptions = () =>
  queryOptions({
    queryKey: accountKeys.sessions,
    queryFn: ({ signal }) => api(path('sessions'), { signal }) as Promise<SessionList>,
  })

export const endSession = (id: string) => api(path('sessions', id, 'end'), { method: 'POST' })

export const endSessions = (which: 'others' | 'all') =>
  api(path('sessions', `end-${which}`), { method: 'POST' }) as Promise<{ ended: number }>
