import 'server-only'
import { createHash, createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { listen } from '../office'

type Claims = Record<string, unknown>

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * For tests: an OpenID provider (discovery, authorization code with PKCE, ID tokens signed with RS256). `changes`
 * alters the claims of the next token; `isForeign`: another key signs it; `header` changes the token’s header.
 */
export async function openOidcProvider(client: { id: string; secret: string }) {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, { challenge: string; claims: Claims; isForeign: boolean; header: Claims }>()
  const { url: issuer, close } = await listen((request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (request.url === '/.well-known/openid-configuration')
      return answer(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (request.url === '/keys')
      return answer(200, {
        keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
      })
    if (request.url === '/foreign-keys')
      return answer(200, {
        keys: [{ ...foreign.publicKey.export({ format: 'jwk' }), kid: 'two', use: 'sig', alg: 'RS256' }],
      })
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const form = new URLSearchParams(text)
      const login = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
      if (request.headers.authorization !== login) return answer(401, { error: 'invalid_client' })
      const found = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (!found || found.challenge !== challenge) return answer(400, { error: 'invalid_grant' })
      const header: Claims = { alg: 'RS256', kid: 'one', ...found.header }
      const unsigned = `${encoded(header)}.${encoded(found.claims)}`
      const signer = found.isForeign ? foreign.privateKey : key.privateKey
      const signature =
        header.alg === 'none'
          ? ''
          : header.alg === 'HS256'
            ? createHmac('sha256', client.secret).update(unsigned).digest('base64url')
            : createSign('RSA-SHA256').update(unsigned).sign(signer).toString('base64url')
      answer(200, {
        access_token: 'access',
        token_type: 'Bearer',
        expires_in: 60,
        id_token: `${unsigned}.${signature}`,
      })
    })
  })
  return {
    issuer,
    close,
    /** Signs a person in at the provider. Returns what it adds to the address that the browser goes back to. */
    authorize: (address: string, claims: Claims, { isForeign = false, header = {} } = {}) => {
      const asked = new URL(address).searchParams
      const code = randomUUID()
      const now = Math.floor(Date.now() / 1000)
      const usual = { iss: issuer, aud: client.id, iat: now, exp: now + 60, nonce: asked.get('nonce') }
      codes.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        claims: { ...usual, ...claims },
        isForeign,
        header,
      })
      return { code, state: asked.get('state') ?? '' }
    },
  }
}
