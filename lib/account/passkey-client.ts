import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { api, apiOfSignIn } from '../core/api/http'
import type { PasskeyAnswer } from '../core/account/passkey'
import type { FactorAdded } from './schema'

/** The browser part of passkeys, loaded when a person uses one. */
const library = () => import('@simplewebauthn/browser')

/** Creates a passkey and adds it to the account. Rejects when the person, or the browser, declines. */
export async function addPasskey(name: string): Promise<FactorAdded> {
  const options = await api('/api/account/factors/passkey-options', { method: 'POST' })
  const { startRegistration } = await library()
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const passkey = await startRegistration({ optionsJSON })
  const body = { name, passkey }
  return api('/api/account/factors/passkey', { method: 'POST', body }) as Promise<FactorAdded>
}

/** Asks for a passkey: anyone's to sign in, or the person's own as a proof. Resolves to its answer. */
export async function askForPasskey(purpose: 'sign-in' | 'account/proof'): Promise<PasskeyAnswer> {
  const options = await apiOfSignIn(`/api/${purpose}/passkey-options`, { method: 'POST' })
  const { startAuthentication } = await library()
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return { ...(await startAuthentication({ optionsJSON })) } as unknown as PasskeyAnswer
}
