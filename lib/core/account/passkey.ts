import { z } from 'zod'

/**
 * A passkey's answer as the browser's WebAuthn interface gives it (`@simplewebauthn/browser`). The library that checks
 * it on the server parses the rest.
 */
export const passkeyAnswer = z.looseObject({
  id: z
    .string()
    .max(2000)
    .regex(/^[\w-]+$/),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(4000) }),
  clientExtensionResults: z.looseObject({}),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswer>
